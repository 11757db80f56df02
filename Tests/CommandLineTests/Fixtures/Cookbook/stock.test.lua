return {
  rules = "stock.lua",
  ["a shop's article is a record, whatever its place"] = {
    old = "shop,article,count\nRome,saw,3\nRome,vise,1\nOslo,saw,7\n", new = "shop,article,count\nOslo,saw,7\nRome,saw,4\nRome,vise,1\n",
    expect = { moved = 0, changes = { "updated Rome, saw" } },
  },
}
