-- The supplier's feed against the shop's products.
return {
  identity = "sku",
  ignore_order = true,
  equal = { gtin = "shop.gtin", price = luna.compare.number(0.005) },
  filter = function(product) return luna.host.shop.sells(product.sku) end,
}
