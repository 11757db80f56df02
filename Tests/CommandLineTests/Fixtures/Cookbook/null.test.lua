return {
  rules = "null.lua",
  ["all words for nothing are one"] = {
    old = "id,phone\n1,\n2,n/a\n3,NULL\n", new = "id,phone\n1,n/a\n2,555\n3,\n", expect = { changes = { "updated 2" } },
  },
}
