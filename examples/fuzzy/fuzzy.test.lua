local head = "id,email,name,postcode,fee\n"
return {
  rules = "fuzzy.lua",
  ["a slip in a name is no new member"] = {
    old = head .. "1,,Jonathan Meyer,20095,30\n", new = head .. ",,JONATHON MEYER,20095,35\n",
    expect = { updated = 1, changes = { { kind = "updated", key = 1, pass = 3, columns = { "fee", "name" } } } },
  },
  ["another postcode is another member"] = {
    old = head .. ",,Ann,10115,30\n", new = head .. ",,Ann,20095,30\n", expect = { deleted = 1, inserted = 1 },
  },
  ["an address in capitals is the same address"] = {
    old = head .. "2,bob@x.org,Bob,1,30\n", new = head .. "12,BOB@x.org,Robert,1,30\n",
    expect = { changes = { { kind = "updated", pass = 2, columns = { "name" } } } },
  },
  ["three slips are too many"] = {
    old = head .. ",,Meyer,1,30\n", new = head .. ",,Mai,1,30\n", expect = { deleted = 1, inserted = 1 },
  },
}
