local function table_of(...)
  return "id\n" .. table.concat({ ... }, "\n") .. "\n"
end
return {
  rules = "sample.lua",
  ["a key is in the sample or not, whatever stands around it"] = {
    old = table_of(1, 339, 340, 341, 371, 650), new = table_of(650, 681), expect = { changes = { "deleted 340", "deleted 371", "inserted 681" } },
  },
  ["a hundredth is left of many"] = { old = table_of(100, 200, 300, 400, 500, 960, 991), new = "id\n", expect = { deleted = 2 } },
}
