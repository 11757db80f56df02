local columns = "id,name,postcode,fee\n"
return {
  rules = "members.lua",
  ["the id where there is one, then nearly the same name within a postcode"] = {
    old = columns .. "1,Ann Miller,10115,20\n,Zoë Brandt,20095,30\n,Bob Stone,20095,30\n",
    new = columns .. "1,Ann Miller,10115,25\n7,ZOË BRAND,20095,30\n8,Bob Stone,50667,30\n",
    expect = { updated = 2, deleted = 1, inserted = 1 },
  },
  ["case and the composition of accents are no difference"] = {
    old = columns .. "1,Zoë,1,1\n2,ANN,1,1\n", new = columns .. "1,Zoe\u{308},1,1\n2,Ann,1,1\n", expect = { same = true },
  },
}
