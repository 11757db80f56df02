-- Reads a table or a view of an SQLite database, or what a query selects, by the program sqlite3.
-- An empty cell that is not quoted is NULL, as sqlite3 writes it.

-- `-safe` denies a view what sqlite3 could do for its user: run an editor, write files, load extensions.
-- `-init` keeps the user's own settings of sqlite3 out of it.
local function sqlite(input, mode, sql)
  return {
    "sqlite3", "-init", "/dev/null", "-batch", "-readonly", "-safe", "-noheader", mode, input.path, sql,
  }
end

local function ask(input, sql) return input:run(sqlite(input, "-list", sql)) end

local function only_table(input)
  local names = {}
  local list = ask(input, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
    .. "AND substr(name, 1, 7) <> 'sqlite_' ORDER BY type, rowid")
  for name in list:gmatch "[^\r\n]+" do names[#names + 1] = name end
  if #names == 1 then return names[1] end
  if #names == 0 then input:error "there is no table in the database" end
  input:error("there are several tables: " .. table.concat(names, ", "), nil,
    "--input-option table=" .. names[1] .. " reads one of them, --input-option query=SQL what it selects")
end

-- A value as a text that no other value of its type has. sqlite3 itself prints 15 digits, and stops at a NUL.
local value = [[
CASE typeof(@)
WHEN 'blob' THEN 'x''' || hex(@) || ''''
WHEN 'text' THEN CASE WHEN instr(@, char(0)) THEN 'CAST(x''' || hex(@) || ''' AS TEXT)' ELSE @ END
WHEN 'real' THEN CASE @
  WHEN CAST(printf('%!.15g', @) AS REAL) THEN printf('%!.15g', @)
  WHEN CAST(printf('%!.16g', @) AS REAL) THEN printf('%!.16g', @)
  WHEN CAST(printf('%!.17g', @) AS REAL) THEN printf('%!.17g', @)
  ELSE printf('%!.20g', @) END
ELSE @ END]]

-- Two statements that select each column as such a text. The first one writes the header, as there may be no row.
local function statements(input, name, view)
  local list = ask(input, view .. "SELECT 'SELECT ' || group_concat(quote(name), ', ') || '; SELECT ' || "
    .. "group_concat(replace(" .. luna.sql.literal(value) .. [[, '@', '"' || replace(name, '"', '""') || '"'), ', ')]]
    .. " FROM pragma_table_xinfo(" .. luna.sql.literal(name) .. ") WHERE hidden <> 1"):gsub("\r?\n$", "")
  -- A table that is not there has no columns, which sqlite3 says better.
  return view .. (list == "" and "SELECT *" or list) .. " FROM " .. luna.sql.name(name)
end

-- Only a query in parentheses is one statement. In safe mode, too, two table functions read other files.
local function view_of(input, query)
  if query:match "^%s*%." then input:error "the option 'query' is SQL, no command of sqlite3" end
  for _, name in ipairs { "fsdir", "zipfile" } do
    if query:lower():find(name, 1, true) then input:error("the option 'query' reads the database only, not " .. name) end
  end
  return 'CREATE TEMP VIEW "a query" AS SELECT * FROM (\n' .. query:gsub("[%s;]+$", "") .. "\n); "
end

local function command(input, options)
  local query = options.query
  if query and options.table then input:error "it is the option 'table' or 'query', not both" end
  local name = query and "a query" or options.table or only_table(input)
  return sqlite(input, "-csv", statements(input, name, query and view_of(input, query) or ""))
end

return {
  name = "sqlite", version = "1.0", summary = "Tables of SQLite databases, by sqlite3",
  readers = {
    sqlite = {
      command = command,
      output = { format = "csv", null = "" },
      install = "apt install sqlite3, or brew install sqlite",
      extensions = { "sqlite", "sqlite3", "db3" },
      sniff = function(start) return start:sub(1, 16) == "SQLite format 3\0" end,
      options = {
        table = { summary = "the table or view; not needed where there is one" },
        query = { summary = "SQL that selects the records" },
      },
    },
  },
}
