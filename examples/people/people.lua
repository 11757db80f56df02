-- Several returns are a composite key: a name, and the domain of the e-mail.
local function domain(e) return e and e:match("@(.+)$") end
return {
  identity = function(r) return r.name, domain(r.email) or "?" end,
  equal = function(a, b)
    if a.country ~= b.country then return false end
    local pa, pb = tonumber(a.price) or 0, tonumber(b.price) or 0
    return math.abs(pa - pb) <= 0.01 * math.max(pa, pb)
  end,
  filter  = function(r) return r.status ~= "draft" end,
  section = function(r) return r.country == "UK" and "home" or "abroad" end,
}
