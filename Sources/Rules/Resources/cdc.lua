-- Writes changes as a stream of change events, one object a line, in the form of Debezium: op c, u or d, before and after.

local operations = { inserted = "c", updated = "u", deleted = "d" }
local encode = luna.json.encode

local function record(value) return value and encode(value) or "null" end

local function key(change, columns)
  if not columns or #columns == 0 then return encode(change.keys) end
  local parts = {}
  for i, column in ipairs(columns) do
    parts[i] = encode(column) .. ":" .. encode(change.keys[i] == nil and luna.null or change.keys[i])
  end
  return "{" .. table.concat(parts, ",") .. "}"
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
