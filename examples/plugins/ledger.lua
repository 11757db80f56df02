-- A plug-in: a report for book-keepers, with the difference of every amount and their sum.
local function cents(value)
  local number = tonumber(value)
  return number and math.floor(number * 100 + 0.5)
end

local function money(amount)
  return amount and ("%+.2f"):format(amount / 100):gsub("^%+0%.00$", "0.00") or ""
end

local function entry(out, kind, key, column, difference)
  out:write(("%-9s %-12s %-10s %12s\n"):format(kind, key, column, (money(difference))))
end

-- Every column whose values are numbers on the sides that have the record.
local function amounts(change, columns)
  local list = {}
  for _, column in ipairs(columns) do
    local old, new = change.old and change.old[column], change.new and change.new[column]
    local before, after = cents(old), cents(new)
    local is_number = (old == nil or before) and (new == nil or after)
    if is_number and before ~= after then
      list[#list + 1] = { column = column, difference = (after or 0) - (before or 0) }
    end
  end
  return list
end

-- --show and --limit choose what is listed; the sum is of everything.
local function ledger(changes, out, options)
  local sum, columns, listed = 0, {}, {}
  for _, column in ipairs(changes.columns.common) do
    if column:lower():match("amount") or column:lower():match("price") then
      columns[#columns + 1] = column
    end
  end
  for change in changes:each() do
    for _, amount in ipairs(amounts(change, columns)) do
      local number = (listed[change.kind] or 0) + 1
      if options.show[change.kind] and number <= (options.limit[change.kind] or math.huge) then
        entry(out, change.kind, change.key, amount.column, amount.difference)
        listed[change.kind] = number
      end
      sum = sum + amount.difference
    end
  end
  entry(out, "sum", "", "", sum)
end

return {
  name = "ledger", version = "1.0", summary = "Amounts that changed, and their sum",
  comparators = {
    -- Amounts are equal if they round to the same cent.
    cent = function()
      return function(a, b) return a == b or cents(a) ~= nil and cents(a) == cents(b) end
    end,
  },
  formats = { ledger = ledger },
  rules = {
    strict = { duplicates = "error", strict_columns = true },
  },
}
