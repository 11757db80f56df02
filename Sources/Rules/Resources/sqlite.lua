-- Reads a table or a view of an SQLite database, or what a query selects, by the program sqlite3.
-- An empty cell that is not quoted is NULL, as sqlite3 writes it.

-- `-init` keeps the user's own settings of sqlite3 out of it.
local function ask(input, sql)
  return input:run {
    "sqlite3", "-init", "/dev/null", "-batch", "-readonly", "-list", "-noheader", input.path, sql,
  }
end

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

-- Where there is no row sqlite3 writes no header either.
local function header(input, name)
  return ask(input, "SELECT group_concat('\"' || replace(name, '\"', '\"\"') || '\"', ',') "
    .. "FROM pragma_table_info(" .. luna.sql.literal(name) .. ")")
end

local function command(input, options)
  local query, empty = options.query, nil
  if query and options.table then input:error "it is the option 'table' or 'query', not both" end
  if query and query:match "^%s*%." then input:error "the option 'query' is SQL, no command of sqlite3" end
  if not query then
    local name = options.table or only_table(input)
    query, empty = "SELECT * FROM " .. luna.sql.name(name), header(input, name)
  end
  return {
    "sqlite3", "-init", "/dev/null", "-batch", "-readonly", "-csv", "-header", input.path, query,
    output = { format = "csv", null = "", empty = empty },
  }
end

return {
  name = "sqlite", version = "1.0", summary = "Tables of SQLite databases, by sqlite3",
  readers = {
    sqlite = {
      command = command,
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
