-- Semantic versions: v1.2.3+build is 1.2.3; same "minor" looks no further than the minor number.
local depth = { major = 1, minor = 2, patch = 3 }

local function parse(text)
  local a, b, c, before = tostring(text):match "^v?(%d+)%.?(%d*)%.?(%d*)(%-?[^+]*)"
  return a and { tonumber(a), tonumber(b) or 0, tonumber(c) or 0, before }
end

local function same(level)
  local last = level == nil and 4 or depth[level] or error("semver.same: major, minor or patch", 2)
  return function(old, new)
    local a, b = parse(old), parse(new)
    if not (a and b) then return old == new end
    for part = 1, last do if a[part] ~= b[part] then return false end end
    return true
  end
end

local rules = "{ identity = 'id', equal = { v = luna.compare.semver.same(%s) } }"
local old = "id,v\n1,1.2.3\n2,1.0\n3,2.0.0\n"
return {
  name = "semver", version = "1.0.0", api = 1, license = "MIT",
  summary = "Semantic versions, equal up to a part of them", comparators = { same = same },
  tests = {
    ["a v and a build"] = { rules = rules:format "", old = old, new = "id,v\n1,v1.2.3+7\n2,1.0.1\n3,2\n", expect = { changes = { "updated 2" } } },
    ["up to minor"] = { rules = rules:format "'minor'", old = old, new = "id,v\n1,1.3.0\n2,1.0.9\n3,2-rc\n", expect = { changes = { "updated 1" } } },
    ["no version"] = { rules = rules:format "", old = "id,v\n1,dev\n", new = "id,v\n1,prod\n", expect = { updated = 1 } },
  },
}
