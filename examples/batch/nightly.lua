-- A manifest: every pair with its own rules; what stands in defaults holds for all.
return {
  { old = "monday/users.csv", new = "tuesday/users.csv", key = "id",
    rules = { ignore = "seen", equal = { email = luna.compare.nocase() } } },
  { old = "monday/prices.csv", new = "tuesday/prices.jsonl", name = "prices", rules = "prices.lua" },
  { old = "monday/codes.csv", new = "tuesday/codes.csv", key = "id" },
  defaults = { rules = { ignore_order = true } },
}
