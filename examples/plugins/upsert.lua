-- SQL of PostgreSQL and SQLite that can be run twice: INSERT … ON CONFLICT, and DELETE.
local name, literal = luna.sql.name, luna.sql.literal

-- A list of texts made of columns, with commas or the like between them.
local function list(columns, separator, text)
  local parts = {}
  for i, column in ipairs(columns) do parts[i] = text(column) end
  return table.concat(parts, separator)
end

local function upsert(changes, out, options)
  local columns, target = changes.columns.common, name(options.table)
  local key = changes.identity.columns or error("upsert: a key of columns tells the rows apart", 0)
  local sets = list(columns, ", ", function(c) return name(c) .. " = excluded." .. name(c) end)
  for _, change in ipairs(changes.deleted) do
    local row = list(key, " AND ", function(c) return name(c) .. " = " .. literal(change.old[c]) end)
    out:write("DELETE FROM ", target, " WHERE ", row, ";\n")
  end
  for change in changes:each() do
    if change.kind == "inserted" or change.kind == "updated" then
      local values = list(columns, ", ", function(c) return literal(change.new[c]) end)
      out:write("INSERT INTO ", target, " (", list(columns, ", ", name), ") VALUES (", values, ")")
      out:write(" ON CONFLICT (", list(key, ", ", name), ") DO UPDATE SET ", sets, ";\n")
    end
  end
end

local write = { write = upsert, options = { table = { required = true } } }
return { name = "upsert", version = "1.0.0", api = 1, license = "MIT", formats = { upsert = write } }
