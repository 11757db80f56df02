local columns = "name,email,country,price,status\n"
return {
  rules = "people.lua",
  ["a person is a name and the domain of the e-mail"] = {
    old = columns .. "Ann,ann@post.example,UK,1,active\nBob,bob@a.example,UK,1,active\nCy,none,UK,1,active\n",
    new = columns .. "Ann,ann.b@post.example,UK,1,active\nBob,bob@b.example,UK,1,active\nCy,-,UK,1,active\n",
    expect = { deleted = 1, inserted = 1, unchanged = 2, changes = { "deleted Bob, a.example", "inserted Bob, b.example" } },
  },
  ["nobody's domain is a question mark"] = {
    old = columns .. "Cy,none,UK,1,active\n", new = columns, expect = { changes = { "deleted Cy, ?" } },
  },
  ["a hundredth more is no difference, more than that and another country are"] = {
    old = columns .. "Ann,a@x,UK,100,active\nBob,b@x,UK,100,active\nCy,c@x,FR,100,active\nDee,d@x,FR,0,active\nEd,e@x,FR,0.5,active\n",
    new = columns .. "Ann,a@x,UK,101,active\nBob,b@x,UK,102,active\nCy,c@x,BE,100,active\nDee,d@x,FR,-,active\nEd,e@x,FR,-,active\n",
    expect = { changes = { "updated Bob, x", "updated Cy, x", "updated Ed, x" } },
  },
  ["no price is a price of nothing on both sides"] = {
    old = columns .. "Ann,a@x,UK,1,active\nBob,b@x,UK,-,active\n", new = columns .. "Ann,a@x,UK,-,active\nBob,b@x,UK,1,active\n", expect = { updated = 2 },
  },
  ["drafts take no part"] = {
    old = columns .. "Ann,a@x,UK,1,active\nBob,b@x,UK,1,draft\n", new = columns .. "Ann,a@x,UK,1,active\n", expect = { same = true, unchanged = 1 },
  },
  ["those at home have an order of their own, and so have those abroad"] = {
    old = columns .. "Ann,a@x,UK,1,active\nBob,b@x,FR,1,active\nCy,c@x,BE,1,active\nDee,d@x,UK,1,active\n",
    new = columns .. "Cy,c@x,BE,1,active\nBob,b@x,FR,1,active\nDee,d@x,UK,1,active\nAnn,a@x,UK,1,active\n",
    expect = { moved = 2 }, report = "moved.txt",
  },
}
