local columns = "id,country,name,price,email,updated_at\n"
return {
  rules = "prices.lua",
  ["a cent, case and blanks are no difference, nor are times and addresses"] = {
    old = columns .. "1, de ,Saw ,2.00,a@x.org,1\n", new = columns .. "1,DE,SAW,2.01,b@x.org,2\n", expect = { same = true },
  },
  ["five cents are, and so is another name"] = {
    old = columns .. "1,DE,Saw,2.00,,\n2,DE,Axe,1,,\n", new = columns .. "1,DE,Saw,2.05,,\n2,DE,Ax,1,,\n",
    expect = { updated = 2, columns = { "name", "price" } },
  },
  ["one id in two countries is two articles, each with a place in its country"] = {
    old = columns .. "1,DE,Saw,2,,\n1,FR,Scie,3,,\n", new = columns .. "1,FR,Scie,3,,\n1,DE,Saw,2,,\n", expect = { unchanged = 2, moved = 0 },
  },
  ["an article of another country is another one, and so is one of another id"] = {
    old = columns .. "1,DE,Saw,2,,\n3,FR,Vise,2,,\n", new = columns .. "2,DE,Saw,2,,\n3,DE,Vise,2,,\n", expect = { deleted = 2, inserted = 2 },
  },
}
