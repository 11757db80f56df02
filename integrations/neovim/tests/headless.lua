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

-- The recipe of docs/editors.md, as it is printed there.
vim.env.PATH = vim.fn.fnamemodify(os.getenv("LUNADIFF"), ":h") .. ":" .. vim.env.PATH
local page = table.concat(vim.fn.readfile(os.getenv("LUNADIFF_NEOVIM") .. "/../../docs/editors.md"), "\n")
assert(load(page:match("```lua\n(vim%..-)```")))()
vim.cmd("edit rules/prices.lua")
wait("what check finds is a diagnostic", function()
  return #vim.diagnostic.get(0) == 1
end)
local found = vim.diagnostic.get(0)[1] or {}
expect("at its place", found.lnum == 2 and found.col == 2, found)
expect("with its words", (found.message or ""):find("unknown rule 'igmore'; did you mean 'ignore'?", 1, true) ~= nil, found)
expect("as an error", found.severity == vim.diagnostic.severity.ERROR, found)
vim.api.nvim_buf_set_lines(0, 2, 3, false, { '  ignore = "price", equal = { price = luna.compare.number(1) },' })
vim.cmd("write")
wait("what has no effect is a warning once it is saved", function()
  local all = vim.diagnostic.get(0)
  return #all == 1 and all[1].severity == vim.diagnostic.severity.WARN and all[1].col == 30
end)
vim.api.nvim_buf_set_lines(0, 2, 3, false, {})
vim.cmd("write")
wait("and goes when it is mended", function()
  return #vim.diagnostic.get(0) == 0
end)

-- Without the program.
messages = {}
lunadiff.setup({ command = "no-such-lunadiff", open = { "no-such-browser" } })
vim.cmd("edit! prices.csv")
vim.cmd("LunaDiffHead")
expect("a program that is not there is said", #messages == 1 and messages[1]:find("no-such-lunadiff cannot be run", 1, true) ~= nil, messages)
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
