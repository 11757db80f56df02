-- Bank statements in the form MT940: a record for each :61: line, with the text of the :86: lines behind it.
local line_61 = "^:61:(%d%d%d%d%d%d)%d*R?([CD])%a?(%d+,%d*)(.*)"

local function statement(input)
  local records, number, place = {}, 0, 0
  for line in input:lines() do
    number = number + 1
    if line:match "^:61:" then
      local date, sign, amount, reference = line:match(line_61)
      if not date then input:error("not a :61: line", number) end
      amount = (sign == "D" and "-" or "") .. amount:gsub(",", ".")
      records[#records + 1] = { date = date, amount = amount, reference = reference, text = "" }
    elseif #records > 0 and (line:match "^:86:" or not line:match "^:%w+:" and line ~= "-") then
      records[#records].text = records[#records].text .. line:gsub("^:86:", "")
    end
  end
  return function() place = place + 1; return records[place] end, { "date", "amount", "reference", "text" }
end

local old = ":20:1\n:61:2611021102D12,50NTRF1\n:86:Rent\nMay\n:61:2611031103C7,NTRF2\n:62F:C1\n-\n"
return { name = "mt940", version = "1.0.0", api = 1, license = "MIT",
  summary = "Bank statements, MT940",
  readers = { mt940 = { read = statement, extensions = { "sta", "mt940" }, options = {} } },
  tests = { reader = "mt940:mt940", key = "reference",
    { old = old, new = old:gsub("12,50", "12,75"), expect = { updated = 1, columns = { "amount" } } },
    { old = old, new = old:gsub("May", "June"), expect = { changes = { { kind = "updated", old = { text = "RentMay" } } } } },
    { old = old, new = old:gsub("D12,50", "X"), error = "not a :61: line" } } }
