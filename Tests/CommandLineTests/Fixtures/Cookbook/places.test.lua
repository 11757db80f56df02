return {
  rules = "places.lua",
  ["case of a city and coordinates are no difference, other cities and codes are"] = {
    old = { { id = 1, address = { city = "Rome", zip = "1", geo = { lat = 1 } } }, { id = 2, address = { city = "Oslo", zip = "2", geo = { lat = 2 } } },
      { id = 3, address = { city = "Bonn", zip = "3", geo = { lat = 3 } } } },
    new = { { id = 1, address = { city = "ROME", zip = "1", geo = { lat = 1.5 } } }, { id = 2, address = { city = "Bergen", zip = "2", geo = { lat = 2 } } },
      { id = 3, address = { city = "Bonn", zip = "4", geo = { lat = 3 } } } },
    expect = { changes = { "updated 2", "updated 3" } },
  },
}
