-- A module of comparators and formats, in the shape of a plug-in.
local function minor_units(value, digits)
  local n = tonumber(value)
  return n and math.floor(n * 10 ^ digits + 0.5)
end
return {
  name = "money", version = "1.0",
  comparators = {
    rounded = function(digits)
      if math.type(digits) ~= "integer" then error("money.rounded: digits must be an integer", 2) end
      return function(a, b) return minor_units(a, digits) == minor_units(b, digits) end
    end,
  },
  formats = { ledger = function(changes, out) out:write(changes:summary(), "\n") end },
}
