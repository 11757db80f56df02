-- Writes changes as a stream of change events, one object a line, in the form of Debezium: op c, u or d, before and after.

local operations = { inserted = "c", updated = "u", deleted = "d" }
local encode = luna.json.encode

local function record(value) return value and encode(value) or "null" end

-- A part of a key that has no value leaves a hole in the list.
local function part(keys, i) return encode(keys[i] == nil and luna.null or keys[i]) end

local function key(change, columns)
  local keys, parts = change.keys, {}
  if columns and #columns > 0 then
    for i, column in ipairs(columns) do parts[i] = encode(column) .. ":" .. part(keys, i) end
    return "{" .. table.concat(parts, ",") .. "}"
  end
  local count = 0
  for i in pairs(keys) do count = math.max(count, i) end
  for i = 1, count do parts[i] = part(keys, i) end
  return "[" .. table.concat(parts, ",") .. "]"
end

local function write(changes, out, options)
  local columns = changes.identity.columns
  local source = encode { name = options.source or changes.new.name }
  for change in changes:each() do
    local operation = operations[change.kind]
    if operation and options.show[change.kind] then
      out:write('{"op":"', operation, '","source":', source, ',"key":', key(change, columns),
        ',"before":', record(change.old), ',"after":', record(change.new), "}\n")
    end
  end
end

return {
  name = "cdc", version = "1.0", summary = "Changes as events of change data capture, as Debezium has them",
  formats = {
    cdc = {
      write = write,
      options = { source = { summary = "what the events call the table; the name of NEW if it is not said" } },
    },
  },
}
