local old = "customer,first,last,credit_limit,discount,balance,born,status\n"
local new = "customer,name,credit_limit,discount,balance,born,status\n"
return {
  rules = "migration.lua",
  ["what was converted is the same"] = {
    old = old .. "CUST-01,Ann,Lee,1999,12.5%,(3.20),01/31/1970,A\nCUST-02,Bob,Ray,100,5%,4.00,12/24/1980,C\n"
      .. "CUST-03,Cy,Day,5,0%,0.00,02/29/2000,S\n",
    new = new .. "01,\"Lee, Ann\",19.99,0.125,-3.20,1970-01-31,active\n02,\"Ray, Bob\",1.00,0.05,4.00,1980-12-24,closed\n"
      .. "03,\"Day, Cy\",0.05,0,0.00,2000-02-29,suspended\n",
    expect = { updated = 0, deleted = 0, inserted = 0 },
  },
  ["what was not converted is a difference"] = {
    old = old .. "CUST-01,Ann,Lee,100,12%,(3.20),01/02/1970,A\n",
    new = new .. "01,Lee Ann,100,12,3.20,1970-02-01,A\n",
    expect = { changes = { {
      kind = "updated", key = "01", columns = { "balance", "born", "credit_limit", "discount", "name", "status" },
    } } },
  },
}
