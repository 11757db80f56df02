-- Writes the changes as SQL that makes the table OLD the table NEW.
--   lunadiff old.csv new.csv -k id --format sql --format-option table=users

local name, literal = luna.sql.name, luna.sql.literal

-- What OLD's table calls the columns, in quotes, each made once; rules have NEW's names.
local function quoted_names(renames)
  local old_names = {}
  for old, new in pairs(renames or {}) do old_names[new] = old end
  return setmetatable({}, {
    __index = function(known, column)
      local quoted = name(old_names[column] or column)
      known[column] = quoted
      return quoted
    end,
  })
end

-- A row is told by what OLD has in the columns of the key, whatever rules make of it.
local function row(change, columns, names)
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

local function assignments(change, columns, names)
  local parts, new, only = {}, change.new, columns[1]
  if #columns == 1 then return names[only] .. " = " .. literal(new[only]) end
  for i, column in ipairs(columns) do
    parts[i] = names[column] .. " = " .. literal(new[column])
  end
  return table.concat(parts, ", ")
end

local function insertion(change, columns, names)
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

-- The columns as the tables have them: what a rule makes of NEW is set where OLD has it.
local function columns_of(changes)
  local columns, of_old, of_new = changes.columns, changes.old.columns, changes.new.columns
  local old, new = set_of(of_old), set_of(of_new)
  local made = pick(pick(columns.derived.new, old, true), new, false)
  local both = set_of(join(pick(of_new, old, true), made))
  local listed = join(columns.common, columns.inserted)
  local derived = join(columns.derived.old, pick(columns.derived.new, set_of(columns.derived.old), false))
  return {
    of_old = old,
    both = both,
    inserted = join(join(listed, pick(of_new, set_of(listed), false)), made),
    new = pick(of_new, old, false),
    old = pick(of_old, both, false),
    none = pick(pick(derived, old, false), new, false),
  }
end

-- The columns of OLD that a record differs in: a place inside of a value is set with all of it.
local function changed(change, columns)
  local own, seen = {}, {}
  for _, column in ipairs(change.columns) do
    local whole = columns.both[column] and column or column:match "^[^.%[]+"
    if columns.both[whole] and not seen[whole] then
      own[#own + 1], seen[whole] = whole, true
    end
  end
  return own
end

local function write(changes, out, options)
  local key = changes.identity.columns
  if not key then error("sql: the identity is a function; a key of columns tells the rows apart", 0) end
  if #key == 0 then key = changes.columns.common end
  if changes.rules.group then error("sql: groups are no rows of a table", 0) end
  local columns, names = columns_of(changes), quoted_names(changes.rules.rename)
  for _, column in ipairs(key) do
    if changes.old.records > 0 and not columns.of_old[column] then
      error(("sql: '%s' of the key is no column of OLD, which has to tell the rows apart"):format(column), 0)
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
  local target = name(table.unpack(parts))
  -- Rows go before others come that may take their place.
  local writers = {
    { "deleted", function(c) out:write("DELETE FROM ", target, " WHERE ", row(c, key, names), ";\n") end },
    { "updated", function(c)
      local own = changed(c, columns)
      if #own > 0 then
        out:write("UPDATE ", target, " SET ", assignments(c, own, names), " WHERE ", row(c, key, names), ";\n")
      end
    end },
    { "inserted", function(c) out:write("INSERT INTO ", target, " ", insertion(c, columns.inserted, names), ";\n") end },
  }
  local notes = {
    { "only in NEW, set in new rows alone", columns.new }, { "only in OLD, left as it is", columns.old },
    { "made by a rule, in no table", columns.none },
    { "rows are left out by a filter: the key has to tell them apart, too", changes.rules.filter and { table.concat(key, ", ") } or {} },
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
