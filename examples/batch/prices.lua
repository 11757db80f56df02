return { identity = "sku", tolerance = { price = 0.01 } }
