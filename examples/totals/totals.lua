return {
  ignore = "customer",
  group = { new = { by = "invoice", sum = { total = "amount" }, count = "lines" } },
}
