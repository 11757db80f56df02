return {
  rules = "prices.lua",
  ["a cent is no difference, five cents are"] = {
    old = "sku,price\nA,2.00\nB,2.00\n", new = "sku,price\nA,2.01\nB,2.05\n", expect = { changes = { "updated B" } },
  },
}
