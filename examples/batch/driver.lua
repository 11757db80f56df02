-- A nightly driver: lunadiff run driver.lua monday tuesday reports
local night = luna.batch(arg[1], arg[2], { pattern = { "users*", "codes*" }, key = "id" })
for pair in night:each() do
  print(pair.name, pair.outcome, pair.changes and pair.changes:summary() or "")
  if pair.outcome == "different" then
    pair.changes:write(arg[3] .. "/" .. pair.name .. ".html", "html", pair.name)
  end
end
print(night:summary())
os.exit(night.status)
