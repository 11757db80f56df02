return {
  rules = "tags.lua",
  ["words may stand in any order"] = {
    old = "id,tags\n1,\"red,green\"\n2,\"red,blue\"\n", new = "id,tags\n1,\"green, red\"\n2,\"red,black\"\n", expect = { changes = { "updated 2" } },
  },
}
