-- A driver: lunadiff run nightly.lua exports/
local dir, dirty = arg[1] or "exports/", 0
local old, new = luna.load(dir .. "old.csv"), luna.load(dir .. "new.csv")
for _, job in ipairs { { "users", { identity = "email" } }, { "prices", require "prices" } } do
  local changes = luna.diff(old, new, job[2])
  print(job[1], changes:summary())
  if not changes.same then dirty = dirty + 1 end
end
os.exit(dirty == 0 and 0 or 1)
