-- Writes changes as annotations of GitHub Actions, which show them beside the file in a pull request.
--   lunadiff old.csv new.csv --format github --format-option file=data/prices.csv

-- A script may make text that is no UTF-8, which the service does not read.
local function valid(text)
  local parts, from = {}, 1
  repeat
    local _, at = utf8.len(text, from)
    parts[#parts + 1] = text:sub(from, at and at - 1)
    from = at and at + 1
  until not at
  return table.concat(parts, "\u{FFFD}")
end

local function message(text)
  return (valid(text):gsub("%%", "%%25"):gsub("\r", "%%0D"):gsub("\n", "%%0A"))
end

local function property(text)
  return (message(text):gsub(":", "%%3A"):gsub(",", "%%2C"))
end

local function shown(value)
  if value == nil then return "null" end
  if type(value) == "table" then return luna.json.encode(value) end
  return tostring(value)
end

local function words(change)
  if change.kind == "moved" then return "from place " .. change.from .. " to " .. change.to end
  local parts = {}
  for _, column in ipairs(change.columns) do
    parts[#parts + 1] = column .. ": " .. shown(change.old[column]) .. " → " .. shown(change.new[column])
  end
  if #parts > 0 then return table.concat(parts, "\n") end
  return luna.json.encode(change.new or change.old)
end

local function write(changes, out, options)
  local file, count = options.file or changes.new.name, {}
  for change in changes:each() do
    local kind = change.kind
    count[kind] = (count[kind] or 0) + 1
    if options.show[kind] and count[kind] <= (options.limit[kind] or options.most) then
      out:write("::", options.level, " file=", property(file))
      if change.new_line then out:write(",line=", change.new_line) end
      out:write(",title=", property(kind .. " " .. shown(change.key)), "::", message(words(change)), "\n")
    end
  end
  out:write("::notice title=lunadiff::", message(changes:summary()), "\n")
end

return {
  name = "github", version = "1.0", summary = "Changes as annotations of GitHub Actions",
  formats = {
    github = {
      write = write,
      options = {
        file = { summary = "the file's path in the repository; that of NEW if it is not said" },
        level = { default = "warning", values = { "notice", "warning", "error" } },
        most = { type = "integer", default = 10, summary = "annotations of each kind; GitHub shows ten of a level" },
      },
    },
  },
}
