-- Rules that use a plug-in: amounts are equal if they round to the same cent.
return { identity = "id", equal = { amount = luna.compare.ledger.cent() } }
