-- Amounts are equal if they round to the same cent.
local money = require "money"
return { identity = "id", equal = { amount = money.comparators.rounded(2) } }
