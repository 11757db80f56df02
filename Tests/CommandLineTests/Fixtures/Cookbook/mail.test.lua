return {
  rules = "mail.lua",
  ["blanks and case of an address tell nobody apart"] = {
    old = "email,name\n Ann@X.org,Ann\nbob@x.org,Bob\n", new = "email,name\nann@x.org,Ann\nbob@x.org ,Rob\n",
    expect = { unchanged = 1, changes = { "updated bob@x.org" } },
  },
}
