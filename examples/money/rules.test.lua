return {
  rules = "rules.lua",
  ["amounts are equal that round to one cent"] = {
    old = "id,amount\n1,2.001\n2,2.00\n3,x\n", new = "id,amount\n1,2.004\n2,2.01\n3,y\n", expect = { changes = { "updated 2" } },
  },
  ["another account is a change"] = { old = "id,account,amount\n1,rent,2\n", new = "id,account,amount\n1,power,2\n", expect = { columns = { "account" } } },
}
