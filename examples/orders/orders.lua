-- 0017 and 17 are one order; an article is known by its sku; half a cent is no difference.
return {
  identity  = "number",
  normalize = { number = function(n) return (n:gsub("^0+", "")) end },
  lists     = { items = "sku" },
  equal     = { ["items[].price"] = luna.compare.number(0.005) },
  ignore    = { "exported" },
}
