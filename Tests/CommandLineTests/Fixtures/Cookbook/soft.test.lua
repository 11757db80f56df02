return {
  rules = "soft.lua",
  ["what is marked is deleted, and what was is not there"] = {
    old = "id,name,deleted_at\n1,Saw,\n2,Vise,\n3,Awl,x\n", new = "id,name,deleted_at\n1,Saw,\n2,Vise,x\n3,Axe,x\n", expect = { unchanged = 1, changes = { "deleted 2" } },
  },
}
