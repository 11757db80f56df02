-- Phone numbers as +491701234567, whatever stands between the digits; the country is that of numbers with one 0 in front.
local function number(country)
  local prefix = "+" .. (country or 49)
  return function(text)
    local digits = tostring(text):gsub("%(0%)", ""):gsub("[^%d+]", ""):gsub("^00", "+")
    return (digits:gsub("^0", prefix))
  end
end

local function test(country, old, new, same)
  return {
    rules = ("{ identity = 'id', normalize = { phone = luna.text.phone.number(%s) } }"):format(country),
    old = "id,phone\n1," .. old .. "\n", new = "id,phone\n1," .. new .. "\n", expect = { same = same },
  }
end

return {
  name = "phone", version = "1.0.0", api = 1, license = "MIT", normalizers = { number = number },
  tests = {
    ["spaces, dashes and brackets"] = test("", "0170/123 45-67", "+49 (0)170 1234567", true),
    ["two zeros"] = test("", "0049 170 1234567", "+491701234567", true),
    ["another country"] = test(43, "0664 1234", "+43 664 1234", true),
    ["another number"] = test("", "0170 1234567", "0170 1234568", false),
  },
}
