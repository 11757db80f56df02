-- lunadiff run docs/reference/lua-api.lua Sources/Rules/Resources/luna.d.lua >docs/lua-api.md
-- Makes the reference of `luna` from its annotations, which are its only source.
local function print_block(heading, prose, details)
  print("### " .. heading .. "\n")
  if #prose > 0 then print(table.concat(prose, "\n") .. "\n") end
  if #details == 0 then return end
  for _, line in ipairs(details) do print(line) end
  print()
end

-- A type is the longest prefix without a space outside of brackets.
local function split_type(text)
  local depth, quoted = 0, false
  for i = 1, #text do
    local c = text:sub(i, i)
    if c == '"' then quoted = not quoted end
    if c:match("[{(<%[]") then depth = depth + 1 elseif c:match("[})>%]]") then depth = depth - 1 end
    local before = text:sub(1, i - 1)
    if c == " " and depth == 0 and not quoted and not before:match("[:,|]$") then
      return before, text:sub(i + 1)
    end
  end
  return text, ""
end

local function item(name, optional, rest)
  local kind, words = split_type(rest)
  words = words:gsub("^%l[%w_]* (%u)", "%1")
  return ("- `%s%s`: `%s`%s"):format(name, optional, kind, words ~= "" and " — " .. words or "")
end

print("# The Lua API\n")
print("Made from the annotations that `lunadiff init` writes for editors; `?` marks what may be left out.\n")
local prose, details, class = {}, {}, nil
local function reset() prose, details, class = {}, {}, nil end
for line in io.lines(arg[1]) do
  local section = line:match("^%-%- ([%w ]+) %-%-%-+$")
  local tag, rest = line:match("^%-%-%-@(%w+)%s?(.*)$")
  local text = line == "---" and "" or line:match("^%-%-%- (.*)$")
  local signature = line:match("^function (.-) end$")
  if section then
    print("## " .. section .. "\n")
  elseif tag == "param" or tag == "field" then
    local name, optional, more = rest:match("^(%[?[%w_.]+%]?)(%??) (.*)$")
    details[#details + 1] = item(name, optional, more)
  elseif tag == "return" then
    details[#details + 1] = item("returns", "", rest)
  elseif tag == "class" then
    class = rest
  elseif tag == "alias" then
    local name, kind = rest:match("^(%S+) (.*)$")
    print_block("`" .. name .. "`", prose, { "- `" .. kind .. "`" })
    reset()
  elseif text then
    prose[#prose + 1] = text
  elseif signature then
    print_block("`" .. signature:gsub("^%u%w*:", function(owner) return owner:lower() end) .. "`", prose, details)
    reset()
  elseif class and not tag and not line:match("^luna[%w_.]* = ") then
    print_block("`" .. class .. "`", prose, details)
    reset()
  else
    local name = line:match("^(luna[%w_.]*) = ")
    if name then print_block("`" .. name .. "`", prose, details) end
    if not tag then reset() end
  end
end
if class then print_block("`" .. class .. "`", prose, details) end
