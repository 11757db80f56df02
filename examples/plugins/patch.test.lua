return {
  key = "id",
  ["values are replaced first, then records go from the end, then others come"] = {
    old = [=[[{"id":1,"a/b~":"x","n":1},{"id":2},{"id":3},{"id":4,"n":[1]}]]=],
    new = [=[[{"id":1,"a/b~":"y","n":1},{"id":4,"n":[1,2]},{"id":5,"n":2}]]=],
    format = "patch", report = "patch.json",
  },
  ["nothing to do is an empty list"] = {
    old = "id,a\n1,x\n", new = "id,a\n1,x\n", format = "patch", report = "patch-none.json",
  },
}
