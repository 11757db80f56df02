return {
  rules = "users.lua",
  ["a person is known by the e-mail, whatever its case"] = {
    old = "email,name,country\nAda@x.org,Ada,UK\n", new = "email,name,country\nada@x.org,Ada,UK\n", expect = { same = true, unchanged = 1 },
  },
  ["another name or another country is a change, anything else is none"] = {
    old = "email,name,country,seen\na@x.org,Ada,UK,1\nb@x.org,Bob,US,1\nc@x.org,Cy,FR,1\n",
    new = "email,name,country,seen\na@x.org,Ada L,UK,1\nb@x.org,Bob,CA,1\nc@x.org,Cy,FR,2\n",
    expect = { changes = { "updated a@x.org", "updated b@x.org" } },
  },
}
