-- A plug-in: reads fixed-width files, as mainframes and banks export them.
--   --input-format fixed:width --input-option columns=id:4,account:10,amount:10
local function layout(spec)
  if type(spec) ~= "string" then
    error("fixed:width needs --input-option columns=NAME:WIDTH,NAME:WIDTH,…", 0)
  end
  local columns, names, place = {}, {}, 1
  for part in spec:gmatch("[^,]+") do
    local name, width = part:match("^(.-):(%d+)$")
    if not name then error("fixed:width: '" .. part .. "' is not NAME:WIDTH", 0) end
    columns[#columns + 1] = { name = name, first = place, last = place + width - 1 }
    names[#names + 1] = name
    place = place + width
  end
  return columns, names, place - 1
end

-- Widths count characters; in plain ASCII those are bytes.
local function slice(line, first, last)
  if utf8.len(line) == #line then return line:sub(first, last) end
  local from, to = utf8.offset(line, first), utf8.offset(line, last + 1)
  return from and line:sub(from, to and to - 1) or ""
end

local function width(input, options)
  local columns, names, least = layout(options.columns)
  local next_line, number = input:lines(), 0
  local function next_record()
    local line = next_line()
    if not line then return nil end
    number = number + 1
    if line:match("^%s*$") then return next_record() end
    if utf8.len(line) < columns[#columns].first then
      error(("line %d is too short: %d characters are expected"):format(number, least), 0)
    end
    local record = {}
    for _, c in ipairs(columns) do
      record[c.name] = slice(line, c.first, c.last):match("^%s*(.-)%s*$")
    end
    return record
  end
  return next_record, names
end

return {
  name = "fixed", version = "1.0", summary = "Fixed-width text files",
  readers = { width = width },
}
