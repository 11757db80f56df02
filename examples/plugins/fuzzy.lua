-- People who got another id are found again by a name that is nearly the same, within their postcode: -r fuzzy:people
local people = {
  identity = luna.identity.first("id", luna.identity.near { block = "postcode", by = "name", distance = 2 }),
  ignore = "id",
}

local old = "id,postcode,name,town\n1,10115,Ada Lovelace,Berlin\n3,20095,Alan Turing,Hamburg\n"
local function test(pattern, new, expect)
  return { old = old, new = (old:gsub(pattern, new)), rules = "fuzzy:people", expect = expect }
end

return {
  name = "fuzzy", version = "1.0.0", api = 1, license = "MIT", rules = { people = people },
  summary = "People whose names are nearly the same",
  tests = {
    ["two letters"] = test("3,20095,Alan", "7,20095,Allen", { updated = 1, columns = { "name" } }),
    ["another postcode"] = test("3,20095", "7,20099", { deleted = 1, inserted = 1 }),
    ["another name"] = test("3,20095,Alan Turing", "7,20095,Alonzo Church", { deleted = 1, inserted = 1 }),
  },
}
