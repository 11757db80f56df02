--- LunaDiff in Neovim: compares tables record by record.
local M = {}

local defaults = {
  --- The program.
  command = "lunadiff",
  --- What every comparison is told beside its two inputs, as { "--key", "id" }.
  arguments = {},
  --- How a page of HTML is opened; nil: as the system opens it.
  open = nil,
}

M.options = vim.deepcopy(defaults)

local function fail(message)
  -- The program's own words begin so.
  vim.notify("lunadiff: " .. message:gsub("^lunadiff: ", ""), vim.log.levels.ERROR)
end

--- Runs the program without a shell, and gives what it wrote, its status, and its complaints.
local function run(command, directory, done)
  if vim.fn.executable(command[1]) == 0 then
    return fail(command[1] .. " cannot be run; is it installed? setup({ command = \"PATH\" }) names it")
  end
  local output, errors = {}, {}
  local function collect(lines)
    return function(_, data)
      vim.list_extend(lines, data or {})
    end
  end
  vim.fn.jobstart(command, {
    cwd = directory,
    stdout_buffered = true,
    stderr_buffered = true,
    on_stdout = collect(output),
    on_stderr = collect(errors),
    on_exit = function(_, status)
      vim.schedule(function()
        done(output, status, vim.trim(table.concat(errors, "\n")))
      end)
    end,
  })
end

local function comparison(old, new, more)
  local command = { M.options.command, old, new }
  vim.list_extend(command, M.options.arguments)
  vim.list_extend(command, more)
  return command
end

--- Shows lines in a window of their own, in which q closes it.
local function show(name, lines)
  while #lines > 0 and lines[#lines] == "" do
    table.remove(lines)
  end
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  pcall(vim.api.nvim_buf_set_name, buffer, name)
  vim.bo[buffer].filetype = "lunadiff"
  vim.keymap.set("n", "q", "<cmd>close<cr>", { buffer = buffer, desc = "close the comparison" })
end

--- Opens what a browser shows, and says where it is: what opens pages may be there and open none, as over ssh.
local function browse(path)
  local open = M.options.open or (vim.fn.has("mac") == 1 and { "open" }) or { "xdg-open" }
  local said = "the page is " .. path
  if vim.fn.executable(open[1]) == 0 then
    vim.notify("lunadiff: nothing opens pages here; " .. said)
    return
  end
  vim.notify("lunadiff: " .. said)
  vim.fn.jobstart(vim.list_extend(vim.deepcopy(open), { path }), {
    detach = true,
    on_exit = function(_, status)
      if status ~= 0 then
        vim.notify("lunadiff: " .. open[1] .. " opened nothing; " .. said, vim.log.levels.WARN)
      end
    end,
  })
end

--- Compares two inputs, and shows what differs: in a window, or with `page` in a browser.
---
--- options: { page = boolean, directory = string, arguments = string[] }
function M.compare(old, new, options)
  options = options or {}
  local more = vim.deepcopy(options.arguments or {})
  local page
  if options.page then
    page = vim.fn.tempname() .. ".html"
    vim.list_extend(more, { "--format", "html", "--output", page })
  else
    vim.list_extend(more, { "--color", "never", "--no-pager" })
  end
  run(comparison(old, new, more), options.directory, function(output, status, errors)
    if status > 1 then
      fail(errors)
    elseif page then
      browse(page)
    else
      show(string.format("lunadiff://%s → %s", old, new), output)
    end
    if options.done then
      options.done(status, page)
    end
  end)
end

--- The saved file of this buffer.
local function current()
  local path = vim.api.nvim_buf_get_name(0)
  if path == "" or vim.fn.filereadable(path) == 0 then
    fail("this buffer is no file")
    return nil
  end
  if vim.bo.modified then
    vim.notify("lunadiff: the file is compared as it was saved", vim.log.levels.WARN)
  end
  return path
end

--- Compares the file of this buffer with another one, the older.
function M.compare_with(other, options)
  local path = current()
  if path then
    M.compare(vim.fn.fnamemodify(other, ":p"), path, options)
  end
end

--- Compares the file of this buffer with a version of it in git, HEAD unless another is named.
function M.compare_with_revision(revision, options)
  local path = current()
  if path then
    options = vim.tbl_extend("force", options or {}, { directory = vim.fn.fnamemodify(path, ":h") })
    local name = vim.fn.fnamemodify(path, ":t")
    M.compare((revision or "HEAD") .. ":./" .. name, name, options)
  end
end

--- The line of a file of tests in which a name stands, as the key of a test is written; else the first.
local function line_of(lines, name)
  for number, line in ipairs(lines) do
    if line:find('"' .. name .. '"', 1, true) or line:find("'" .. name .. "'", 1, true) then
      return number
    end
  end
  return 1
end

--- Runs the tests of this buffer's file, or of its directory, and lists those that fail.
function M.test(options)
  local path = current()
  if not path then
    return
  end
  local directory = vim.fn.fnamemodify(path, ":h")
  local name = vim.fn.fnamemodify(path, ":t")
  local command = { M.options.command, "test", name:match("%.test%.lua$") and name or ".", "--format", "json" }
  run(command, directory, function(output, status, errors)
    local fine, report = pcall(vim.json.decode, table.concat(output, "\n"))
    if not fine then
      return fail(errors ~= "" and errors or "the tests could not be run")
    end
    local items = {}
    for _, file in ipairs(report.files or {}) do
      local place = directory .. "/" .. file.path
      local lines = vim.fn.filereadable(place) == 1 and vim.fn.readfile(place) or {}
      if type(file.problem) == "string" then
        table.insert(items, { filename = place, lnum = 1, text = file.problem })
      end
      for _, test in ipairs(file.tests or {}) do
        if test.outcome == "failed" then
          local text = test.name .. ": " .. table.concat(test.messages or {}, "; ")
          table.insert(items, { filename = place, lnum = line_of(lines, test.name), text = text, type = "E" })
        end
      end
    end
    vim.fn.setqflist({}, " ", { title = "lunadiff test", items = items })
    if #items > 0 then
      vim.cmd("copen")
    else
      vim.notify("lunadiff: all tests pass")
    end
    if options and options.done then
      options.done(status, items)
    end
  end)
end

--- Takes options.
function M.setup(options)
  M.options = vim.tbl_deep_extend("force", vim.deepcopy(defaults), options or {})
end

return M
