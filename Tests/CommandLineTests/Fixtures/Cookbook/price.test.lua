return {
  rules = "price.lua",
  ["a cent and a hundredth are no difference, more is"] = {
    old = "id,price,weight\n1,10.00,1000\n2,20.00,5\n3,1,1000\n", new = "id,price,weight\n1,10.01,1009\n2,20.05,5\n3,1,1020\n",
    expect = { columns = { "price", "weight" }, changes = { "updated 2", "updated 3" } },
  },
}
