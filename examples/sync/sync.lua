-- Stages applied with callbacks, and a brake.
local changes = luna.diff(luna.load "old.csv", luna.load "new.csv", { identity = "id" })
local applied, why = changes:apply {
  interrupt = function(stage) return #stage.deleted > 100 end,
  on_delete = function(c) print(("DELETE FROM users WHERE id=%s;"):format(c.key)) end,
  on_update = function(c) for _, k in ipairs(c.columns) do print("-- ", k, c.old[k], c.new[k]) end end,
  on_insert = function(c) print("-- insert", c.key, c.new.email) end,
  on_move   = function(c) print("-- move", c.key, c.from, c.to) end,
}
