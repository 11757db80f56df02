-- Tonight's export brought into the list that people edit by hand: lunadiff run carry.lua
local base, ours, theirs = luna.load "base.csv", luna.load "ours.csv", luna.load "theirs.csv"
local merged = luna.merge(base, ours, theirs, { identity = "id" }, { favor = "ours" })
for _, conflict in ipairs(merged.conflicts) do
  for _, f in ipairs(conflict.fields) do print(conflict.key, f.column, f.base, "ours " .. f.ours, "theirs " .. f.theirs) end
end
merged:write "merged.csv"
luna.diff(ours, luna.load "merged.csv", { identity = "id" }):write("undo.json", "json")
