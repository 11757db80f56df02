-- Declared rules run natively: nothing here calls Lua for a record.
local compare, text = luna.compare, luna.text
return {
  identity  = { "id", "country" },
  ignore    = { "updated_at", "email" },
  normalize = { name = text.trim, country = { text.trim, text.upper } },
  equal     = { price = compare.number(0.01), name = compare.nocase() },
  section   = "country",
}
