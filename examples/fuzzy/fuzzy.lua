-- The id; then the address; then a name that is nearly the same within a postcode.
local lower = luna.text.lower
return {
  identity = luna.identity.first("id", "email",
    luna.identity.near { block = "postcode", by = "name", distance = 2 }),
  normalize = { email = lower, name = lower },
  ignore = { "id" },
}
