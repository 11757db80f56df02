local columns = "id,amount,currency,note\n"
return {
  rules = "money.lua",
  ["an amount is the same that rounds to the same of its currency's smallest"] = {
    old = columns .. "1,10.00,EUR,a\n2,1000,JPY,b\n3,5.00,USD,c\n4,1.000,KWD,d\n5,1.00,CHF,e\n",
    new = columns .. "1,10.004,EUR,a\n2,1000.4,JPY,b\n3,5.004,USD,c\n4,1.0004,KWD,d\n5,1.004,CHF,e\n", expect = { same = true },
  },
  ["more, another currency and another note are a difference"] = {
    old = columns .. "1,10.00,EUR,a\n2,1000,JPY,b\n3,5.00,USD,c\n4,1.000,KWD,d\n5,1.00,CHF,e\n6,1,EUR,f\n",
    new = columns .. "1,10.006,EUR,a\n2,1000.6,JPY,b\n3,5.00,EUR,c\n4,1.001,KWD,d\n5,1.006,CHF,e\n6,1,EUR,g\n", expect = { updated = 6 },
  },
}
