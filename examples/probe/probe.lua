-- Which columns identify a record?
local report = luna.probe(luna.load "old.csv", luna.load "new.csv", {
  id = "id", email = "email", name_where = { "name", "country" },
  email_ci = function(r) return r.email:lower() end,
})
for _, k in ipairs(report) do
  print(("%-12s %3.0f%% matched, %d duplicates, %d empty"):format(k.name, 100 * k.match_rate, k.duplicates, k.empty))
end
