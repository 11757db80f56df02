return {
  rules = "status.lua",
  ["a letter is its word, and what has no word stays"] = {
    old = "id,status\n1,A\n2,S\n3,X\n", new = "id,status\n1,active\n2,closed\n3,X\n", expect = { changes = { "updated 2" } },
  },
}
