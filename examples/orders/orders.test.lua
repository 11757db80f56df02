-- An order of one export, with its articles and their prices.
local function order(number, exported, items)
  local list = {}
  for _, item in ipairs(items) do list[#list + 1] = { sku = item[1], price = item[2] } end
  return { number = number, exported = exported, items = list }
end
return {
  rules = "orders.lua",
  ["zeros before a number, the time of the export and half a cent are no difference"] = {
    old = { order("0017", "mon", { { "SAW", 24.9 } }) }, new = { order("17", "tue", { { "SAW", 24.904 } }) }, expect = { same = true },
  },
  ["a cent and one more article are, and the report says of which"] = {
    old = { order("1", "", { { "SAW", 1 } }), order("2", "", { { "SAW", 1 } }) },
    new = { order("1", "", { { "SAW", 1.01 } }), order("2", "", { { "AWL", 1 }, { "SAW", 1 } }) },
    report = "changes.txt",
  },
  ["zeros inside a number count"] = {
    old = { order("107", "", {}) }, new = { order("17", "", {}) }, expect = { deleted = 1, inserted = 1 },
  },
}
