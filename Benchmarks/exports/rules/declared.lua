-- The same rule, declared: nothing calls Lua for a record.
local compare, text = luna.compare, luna.text
return {
  identity = "email",
  normalize = { email = { text.trim, text.lower } },
  ignore = { "updated_at" },
  equal = { amount = compare.number(0.01) },
}
