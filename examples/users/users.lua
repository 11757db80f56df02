-- The same e-mail, whatever its case, is the same person; name and country are what counts.
function identity(r) return r.email:lower() end
function equal(old, new) return old.name == new.name and old.country == new.country end
