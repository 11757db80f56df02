-- JSON Patch (RFC 6902) for an array of records: values first, then what goes, from the end, then what comes.
local function pointer(place, column)
  return "/" .. place - 1 .. (column and "/" .. column:gsub("~", "~0"):gsub("/", "~1") or "")
end

local function row(record, columns)
  local copy = luna.json.object {}
  for _, column in ipairs(columns.common) do copy[column] = record[column] end
  for _, column in ipairs(columns.inserted) do copy[column] = record[column] end
  return copy
end

local function patch(changes, out)
  if #changes.moved > 0 then error("patch: records moved; --ignore-order leaves them where they are", 0) end
  local operations = {}
  local function add(operation) operations[#operations + 1] = "  " .. luna.json.encode(operation) end
  for _, change in ipairs(changes.updated) do
    for _, column in ipairs(change.columns) do
      add { op = "replace", path = pointer(change.from, column), value = change.new[column] }
    end
  end
  for i = #changes.deleted, 1, -1 do add { op = "remove", path = pointer(changes.deleted[i].from) } end
  for _, change in ipairs(changes.inserted) do
    add { op = "add", path = pointer(change.to), value = row(change.new, changes.columns) }
  end
  out:write("[\n", table.concat(operations, ",\n"), "\n]\n")
end

return { name = "patch", version = "1.0.0", api = 1, license = "MIT", formats = { patch = patch } }
