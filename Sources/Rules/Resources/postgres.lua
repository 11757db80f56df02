-- Reads a table or a view of a PostgreSQL database, or what a query selects, by the program psql.
--   lunadiff postgres://user@old/shop postgres://user@new/shop --input-option table=users -k id --ignore-order

-- A name may say its schema, as in public.users; one with dots of its own is written in quotes.
local function quoted(input, name)
  local parts = {}
  local rest = name
  while rest ~= "" do
    local part, tail = rest:match '^"([^"]*)"(.*)$'
    if not part then part, tail = rest:match "^([^.]+)(.*)$" end
    if not part then input:error("'" .. name .. "' is no name of a table") end
    parts[#parts + 1] = luna.sql.name(part)
    rest = tail:gsub("^%.", "")
  end
  return table.concat(parts, ".")
end

local function selection(input, options)
  if options.query and options.table then input:error "it is the option 'table' or 'query', not both" end
  if options.query then return (options.query:gsub("[%s;]+$", "")) end
  if options.table then return "SELECT * FROM " .. quoted(input, options.table) end
  input:error("which table is to be read?", nil,
    "--input-option table=NAME reads one, --input-option query=SQL what it selects")
end

-- A server or a role may set formats in which different values look alike.
local formats = "SET extra_float_digits = 3; SET bytea_output = 'hex'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'"

-- COPY writes NULL as an empty cell, and quotes a text that is empty.
local function command(input, options)
  return {
    "psql", "--no-psqlrc", "--no-password", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname=" .. input.path,
    "--command=" .. formats,
    "--command=COPY (" .. selection(input, options) .. ") TO STDOUT WITH (FORMAT csv, HEADER, ENCODING 'UTF8')",
  }
end

return {
  name = "postgres", version = "1.0", summary = "Tables of PostgreSQL databases, by psql",
  readers = {
    postgres = {
      command = command,
      output = { format = "csv", null = "" },
      install = "apt install postgresql-client, or brew install libpq",
      schemes = { "postgres", "postgresql" },
      options = {
        table = { summary = "the table or view, with its schema if need be" },
        query = { summary = "SQL that selects the records" },
      },
    },
  },
}
