-- Prices within a cent are equal; the e-mail is the other job's business.
return {
  identity = "id",
  only     = { "name", "price" },
  equal    = { name = luna.compare.nocase(), price = luna.compare.number(0.01) },
}
