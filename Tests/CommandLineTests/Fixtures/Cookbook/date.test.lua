return {
  rules = "date.lua",
  ["a day is a day in both formats"] = {
    old = "id,paid\n1,31.12.2023\n2,01.02.2024\n", new = "id,paid\n1,2023-12-31\n2,2024-02-02\n", expect = { changes = { "updated 2" } },
  },
}
