-- Run by scripts/test-editors in a repository with prices.csv: nvim --headless -u NONE -l is newer than 0.7.
local root = os.getenv("LUNADIFF_NEOVIM")
vim.opt.runtimepath:prepend(root)
vim.cmd("runtime plugin/lunadiff.lua")
local lunadiff = require("lunadiff")

local failures = 0
local function expect(what, holds, seen)
  if not holds then
    failures = failures + 1
  end
  io.stdout:write((holds and "ok   " or "FAIL ") .. what .. (holds and "" or ": " .. vim.inspect(seen)) .. "\n")
end

local function wait(what, condition)
  expect(what, vim.wait(20000, condition, 20))
end

--- The lines of the window that shows a comparison, once there is one.
local function shown()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == "lunadiff" then
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n"), window
    end
  end
end

local messages = {}
vim.notify = function(message)
  table.insert(messages, message)
end

vim.cmd("syntax on")
lunadiff.setup({ command = os.getenv("LUNADIFF"), open = { "cp", "-t", "opened" }, arguments = { "--key", "id" } })

vim.cmd("edit prices.csv")
vim.cmd("LunaDiffHead")
wait("a comparison with HEAD is shown", shown)
local text, window = shown()
expect("it says what changed", text and text:find("price: 2.00 → 2.50", 1, true) ~= nil, text)
local coloured = {}
for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  coloured[line:sub(1, 1)] = vim.fn.synIDattr(vim.fn.synID(number, 1, 1), "name")
end
expect("in colours", coloured["~"] == "lunadiffUpdated" and coloured["k"] == "lunadiffNote", coloured)
vim.api.nvim_set_current_win(window)
vim.api.nvim_feedkeys("q", "xt", false)
expect("q closes it", shown() == nil)

vim.cmd("LunaDiff older.csv")
wait("a comparison with another file is shown", shown)
expect("it says what came", (shown() or ""):find("+ 2", 1, true) ~= nil, (shown()))
vim.cmd("close")

vim.cmd("LunaDiffHead! HEAD")
wait("a page is opened", function()
  return #vim.fn.glob("opened/*.html", true, true) == 1
end)
wait("it is the page", function()
  return (table.concat(vim.fn.readfile(vim.fn.glob("opened/*.html")), "\n")):find("<html", 1, true) ~= nil
end)
expect("and it is said where that is", #messages == 1 and messages[1]:find("the page is .*%.html") ~= nil, messages)

messages = {}
vim.cmd("LunaDiff absent.csv")
wait("an input that is not there is said", function()
  return #messages > 0
end)
expect("in the program's words", (messages[1] or ""):find("absent.csv: cannot open", 1, true) ~= nil, messages)

messages = {}
vim.fn.writefile({ "id" }, "opened/none.csv")
vim.cmd("edit opened/none.csv")
vim.cmd("LunaDiffTest")
wait("tests that there are not are said", function()
  return #messages > 0
end)
expect("in the program's words, too", (messages[1] or ""):find("^lunadiff: %.: there are no tests") ~= nil, messages)

vim.cmd("edit prices.test.lua")
vim.cmd("LunaDiffTest")
wait("a failing test is in the quickfix list", function()
  return #vim.fn.getqflist() == 1
end)
expect("at its line", vim.fn.getqflist()[1].lnum == 2, vim.fn.getqflist())
expect("with its name", (vim.fn.getqflist()[1] or {}).text:find("too strict", 1, true) ~= nil, vim.fn.getqflist())
vim.cmd("cclose")

-- The language server.
vim.cmd("edit prices.lua")
vim.bo.filetype = "lua"
wait("what check finds is a diagnostic", function()
  return #vim.diagnostic.get(0) > 0
end)
local found = vim.diagnostic.get(0)[1] or {}
expect("at the column's name", found.lnum == 2 and (found.message or ""):find("unknown column 'prise'", 1, true) ~= nil, found)
vim.api.nvim_buf_set_lines(0, 2, 3, false, { '  identity = function(r) return r.id end,' })
wait("it goes when it is mended, and another rule is proposed", function()
  local all = vim.diagnostic.get(0)
  return #all == 1 and all[1].code == "declare" or (all[1] and all[1].message:find("does without Lua", 1, true) ~= nil)
end)
local params = vim.lsp.util.make_given_range_params({ 3, 4 }, { 3, 4 })
params.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 10000) or {}
local action
for _, answer in pairs(answers) do
  action = action or (answer.result or {})[1]
end
expect("the action is offered", action and action.title == 'declare this: identity = "id"', action)
if action then
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  expect("and applied", vim.api.nvim_buf_get_lines(0, 2, 3, false)[1] == '  identity = "id",', vim.api.nvim_buf_get_lines(0, 0, -1, false))
end
vim.api.nvim_win_set_cursor(0, { 3, 14 })
local hovers = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 10000) or {}
local hover
for _, answer in pairs(hovers) do
  hover = hover or answer.result
end
expect("omni completion asks the server", vim.bo.omnifunc == "v:lua.vim.lsp.omnifunc", vim.bo.omnifunc)
expect("a column is explained", hover and hover.contents.value:find("column `id`", 1, true) ~= nil, hovers)

-- What nvim-dap is told.
local dap = { adapters = {}, configurations = {} }
lunadiff.debugger(dap)
expect("nvim-dap starts the program", dap.adapters.lunadiff.command == os.getenv("LUNADIFF") and dap.adapters.lunadiff.args[1] == "dap", dap)
expect("and has two ways to start", #dap.configurations.lua == 2 and dap.configurations.lua[1].program == "${file}", dap)

-- Without the program.
messages = {}
lunadiff.setup({ command = "no-such-lunadiff", open = { "no-such-browser" } })
vim.cmd("edit! prices.csv")
vim.cmd("LunaDiffHead")
expect("a program that is not there is said", #messages == 1 and messages[1]:find("no-such-lunadiff cannot be run", 1, true) ~= nil, messages)
vim.cmd("edit! prices.lua")
vim.cmd("edit! prices.test.lua")
expect("once", #messages == 1, messages)
lunadiff.setup({ command = os.getenv("LUNADIFF"), open = { "no-such-browser" }, arguments = { "--key", "id" } })
vim.cmd("edit! prices.csv")
vim.cmd("LunaDiffHead!")
wait("the page is named where nothing opens it", function()
  return (messages[#messages] or ""):find("nothing opens pages here; the page is .*%.html") ~= nil
end)
lunadiff.setup({ command = os.getenv("LUNADIFF"), open = { "false" }, arguments = { "--key", "id" } })
vim.cmd("LunaDiffHead!")
wait("and where what should open it fails", function()
  return (messages[#messages] or ""):find("false opened nothing; the page is .*%.html") ~= nil
end)

io.stdout:write(failures == 0 and "all hold\n" or failures .. " fail\n")
vim.cmd(failures == 0 and "qall!" or "cquit! 1")
