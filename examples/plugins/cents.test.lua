return {
  rules = "cents.lua",
  ["amounts are equal that round to one cent, and texts that are the same"] = {
    old = "id,amount\n1,2.001\n2,2.00\n3,x\n4,y\n", new = "id,amount\n1,2.004\n2,2.01\n3,x\n4,z\n", expect = { changes = { "updated 2", "updated 4" } },
  },
  ["the report lists every difference, and their sum"] = {
    old = "id,amount\n1,2.00\n2,5\n", new = "id,amount\n1,2.50\n3,1\n", report = "ledger.txt", format = "ledger",
  },
}
