local text = luna.text
return {
  identity = "customer",
  columns = { name = { old = { "last", ", ", "first" } } },
  normalize = {
    customer     = { old = text.strip("CUST-") },
    credit_limit = { old = text.scale(0.01) },
    discount     = { old = text.percent },
    balance      = { old = text.sign },
    born         = { old = text.date("%m/%d/%Y") },
    status       = { old = text.map { A = "active", C = "closed", S = "suspended" } },
  },
}
