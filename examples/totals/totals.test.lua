return {
  rules = "totals.lua",
  ["lines make up an invoice, however their amounts are written"] = {
    old = "invoice,customer,total,lines\n1,Ng,0.30,3\n",
    new = "invoice,position,amount\n1,1,0.1\n1,2,0.10\n1,3,1e-1\n",
    expect = { updated = 0, inserted = 0, deleted = 0 },
  },
  ["a cent is a difference, and so is a line"] = {
    old = "invoice,customer,total,lines\n1,Ng,0.30,2\n2,Diaz,5.00,1\n",
    new = "invoice,position,amount\n1,1,0.30\n2,1,5.01\n",
    expect = { changes = {
      { kind = "updated", key = "1", columns = { "lines" } }, { kind = "updated", key = "2", columns = { "total" } },
    } },
  },
}
