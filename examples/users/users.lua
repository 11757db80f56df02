-- Records with the same e-mail, in any case, are the same person. Only name and country count.
function identity(r) return r.email:lower() end
function equal(old, new) return old.name == new.name and old.country == new.country end
