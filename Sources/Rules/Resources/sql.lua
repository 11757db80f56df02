-- Writes the changes as SQL that makes the table OLD the table NEW.
--   lunadiff old.csv new.csv -k id --format sql --format-option table=users

local name, literal = luna.sql.name, luna.sql.literal

-- The names of columns in quotes, each made once.
local names = setmetatable({}, {
  __index = function(known, column)
    local quoted = name(column)
    known[column] = quoted
    return quoted
  end,
})

-- A row is told by what OLD has in the columns of the key, whatever rules make of it.
local function row(change, columns)
  local parts, old = {}, change.old
  for i, column in ipairs(columns) do
    local value = old[column]
    parts[i] = names[column] .. (value == nil and " IS NULL" or " = " .. literal(value))
  end
  return table.concat(parts, " AND ")
end

-- In passes, rows without a value in the key of the first one may have partners; that key does not tell them apart.
local function check_key(change, columns)
  for i, column in ipairs(columns) do
    local part = change.keys[i]
    if part == nil or part == luna.null or part == "" then
      error(("sql: record %d of OLD has no value in '%s', which has to tell the rows apart"):format(change.from, column), 0)
    end
  end
end

local function assignments(change, columns)
  local parts, new, only = {}, change.new, columns[1]
  if #columns == 1 then return names[only] .. " = " .. literal(new[only]) end
  for i, column in ipairs(columns) do
    parts[i] = names[column] .. " = " .. literal(new[column])
  end
  return table.concat(parts, ", ")
end

local function insertion(change, columns)
  local into, values, new = {}, {}, change.new
  for _, column in ipairs(columns) do
    local value = new[column]
    if value ~= nil then
      into[#into + 1], values[#values + 1] = names[column], literal(value)
    end
  end
  return "(" .. table.concat(into, ", ") .. ") VALUES (" .. table.concat(values, ", ") .. ")"
end

local function set_of(names)
  local set = {}
  for _, column in ipairs(names) do set[column] = true end
  return set
end

local function join(first, second)
  return table.move(second, 1, #second, #first + 1, table.move(first, 1, #first, 1, {}))
end

-- Those of a list that are in a set, or that are not.
local function pick(columns, set, wanted)
  local picked = {}
  for _, column in ipairs(columns) do
    if (set[column] or false) == wanted then picked[#picked + 1] = column end
  end
  return picked
end

-- The columns as the tables have them: what a rule makes of NEW is set where OLD has it, what it makes of OLD is in no
-- table, or in NEW alone.
local function columns_of(changes)
  local columns = changes.columns
  local old, new = set_of(columns.derived.old), set_of(columns.derived.new)
  return {
    common = join(columns.common, pick(columns.derived.new, old, false)),
    new = join(columns.inserted, pick(columns.derived.old, new, false)),
    none = pick(columns.derived.old, new, true),
    made = old,
  }
end

local function write(changes, out, options)
  local key = changes.identity.columns
  if not key then error("sql: the identity is a function; a key of columns tells the rows apart", 0) end
  if #key == 0 then key = changes.columns.common end
  local columns = columns_of(changes)
  for _, column in ipairs(key) do
    if columns.made[column] then
      error(("sql: '%s' of the key is made by a rule; no column of OLD tells the rows apart"):format(column), 0)
    end
  end
  if changes.duplicates.old > 0 then error("sql: the key does not tell all rows of OLD apart", 0) end
  if changes.passes then
    for change in changes:each() do
      if options.show[change.kind] and change.old and #change.columns + (change.new and 0 or 1) > 0 then
        check_key(change, key)
      end
    end
  end
  local parts = {}
  for part in options.table:gmatch "[^.]+" do parts[#parts + 1] = part end
  local target, inserted = name(table.unpack(parts)), join(columns.common, columns.new)
  -- Rows go before others come that may take their place.
  local writers = {
    { "deleted", function(c) out:write("DELETE FROM ", target, " WHERE ", row(c, key), ";\n") end },
    { "updated", function(c)
      local changed = pick(c.columns, columns.made, false)
      if #changed > 0 then
        out:write("UPDATE ", target, " SET ", assignments(c, changed), " WHERE ", row(c, key), ";\n")
      end
    end },
    { "inserted", function(c) out:write("INSERT INTO ", target, " ", insertion(c, inserted), ";\n") end },
  }
  local notes = {
    { "only in NEW, set in new rows alone", columns.new }, { "only in OLD, left as it is", changes.columns.deleted },
    { "made by a rule, in no table", columns.none },
  }
  for _, note in ipairs(notes) do
    for _, column in ipairs(note[2]) do out:write("-- ", note[1], ": ", (column:gsub("%c", " ")), "\n") end
  end
  if options.transaction then out:write "BEGIN;\n" end
  for _, writer in ipairs(writers) do
    if options.show[writer[1]] then
      for _, change in ipairs(changes[writer[1]]) do writer[2](change) end
    end
  end
  if options.transaction then out:write "COMMIT;\n" end
end

return {
  name = "sql", version = "1.0", summary = "Changes as SQL that makes one table the other",
  formats = {
    sql = {
      write = write,
      masks = false,
      options = {
        table = { required = true, summary = "the table, with its schema if need be" },
        transaction = { type = "boolean", default = true, summary = "whether all of it is one transaction" },
      },
    },
  },
}
