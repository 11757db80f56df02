return {
  rules = "monthly.lua",
  ["a month's lines are one sum, written as it may be"] = {
    old = "customer,day,article,amount\nNg,2026-11-02,vise,89.90\nNg,2026-11-19,awl,0.10\nNg,2026-12-01,nut,1\n",
    new = "customer,day,article,amount\nNg,2026-11-30,awl,89.9\nNg,2026-12-01,nut,1.00\nNg,2026-11-01,vise,0.1\n",
    expect = { updated = 0, inserted = 0, deleted = 0 },
  },
  ["a cent, a line and an article are differences"] = {
    old = "customer,day,article,amount\nNg,2026-11-02,vise,2\nDiaz,2026-11-03,saw,2\nLee,2026-11-04,nut,1\nLee,2026-11-05,nut,1\n",
    new = "customer,day,article,amount\nNg,2026-11-02,vise,2.01\nDiaz,2026-11-03,saw,1\nDiaz,2026-11-03,saw,1\nLee,2026-11-04,nut,1\nLee,2026-11-05,awl,1\n",
    expect = { changes = {
      { kind = "updated", key = { "Ng", "2026-11" }, columns = { "amount" } },
      { kind = "updated", key = { "Diaz", "2026-11" }, columns = { "lines" } },
      { kind = "updated", key = { "Lee", "2026-11" }, columns = { "articles" } },
    } },
  },
}
