return {
  rules = "prices.lua",
  ["a cent, case and the e-mail are no difference"] = {
    old = "id,name,price,email\n1,Saw,2.00,a@x\n", new = "id,name,price,email\n1,SAW,2.01,b@x\n", expect = { same = true, unchanged = 1 },
  },
  ["five cents and another name are"] = {
    old = "id,name,price\n1,Saw,2.00\n2,Axe,1\n", new = "id,name,price\n1,Saw,2.05\n2,Ax,1\n", expect = { updated = 2, columns = { "name", "price" } },
  },
}
