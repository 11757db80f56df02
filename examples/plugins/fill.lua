-- Keeps a table of an SQLite database as a CSV file is: lunadiff run fill.lua shop.db users users.csv id
local path, name, file, key = table.unpack(arg)
local quoted = "'" .. path:gsub("'", "'\\''") .. "'"

-- The statements go to sqlite3 in one transaction; its status says whether they went through.
local function execute(statements)
  local pipe = assert(io.popen("sqlite3 -bail " .. quoted, "w"))
  pipe:write("BEGIN;\n", table.concat(statements, "\n"), "\nCOMMIT;\n")
  assert(pipe:close(), "sqlite3 failed")
end

local new = luna.load(file)
local names = {}
for i, column in ipairs(new.columns) do names[i] = luna.sql.name(column) end
execute { ("CREATE TABLE IF NOT EXISTS %s (%s, PRIMARY KEY (%s));"):format(luna.sql.name(name), table.concat(names, ", "), luna.sql.name(key)) }

local old = luna.load(path, { format = "sqlite", options = { table = name } })
local changes = luna.diff(old, new, { identity = key, ignore_order = true })
if not changes.same then execute { changes:report("sql", { table = name, transaction = false }) } end
print(name .. ": " .. changes:summary())
