-- The commands; what they do is in lua/lunadiff, which is loaded once one is used.
if vim.g.loaded_lunadiff then
  return
end
vim.g.loaded_lunadiff = true

local function define(name, describe, nargs, complete, body)
  vim.api.nvim_create_user_command(name, body, {
    desc = describe,
    nargs = nargs,
    complete = complete,
    bang = true,
  })
end

define("LunaDiff", "compare with another file; ! in the browser", 1, "file", function(command)
  require("lunadiff").compare_with(command.args, { page = command.bang })
end)
define("LunaDiffHead", "compare with HEAD or another revision; ! in the browser", "?", nil, function(command)
  local revision = command.args ~= "" and command.args or nil
  require("lunadiff").compare_with_revision(revision, { page = command.bang })
end)
define("LunaDiffTest", "run the tests of rules", 0, nil, function()
  require("lunadiff").test()
end)
