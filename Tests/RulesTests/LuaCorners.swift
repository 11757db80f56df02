/// Bodies of functions of one value `x`, each about a corner of Lua's: ``CompiledFunctionLawTests`` holds them against
/// Lua.
let luaCorners = corners.split(separator: "\n").filter { !$0.hasPrefix("--") }

private let corners = #"""
  -- Integers that have no room, and floats beside them.
  return math.maxinteger + 1, math.mininteger - 1, math.mininteger // -1, math.mininteger % -1, -math.mininteger
  return (tonumber(x) or 1) * math.maxinteger, (tonumber(x) or 2) + math.maxinteger, math.maxinteger + 0.0
  return math.abs(math.mininteger), math.maxinteger * 2 == -2, math.maxinteger + 1.0 == math.maxinteger
  local n = tonumber(x) or 3 return n // 0.0, -n // 0.0, n % math.huge, -n % math.huge, n % -math.huge
  return (tonumber(x) or 1) // 0
  return (tonumber(x) or 1) % 0
  return 1 // (tonumber(x) and 0 or 2)
  local n = tonumber(x) or 7 return n // -3, n % -3, -n // 3, -n % 3, n // 2.5, n % 2.5, n % -2.5
  return 5 // 0.0, -5 // 0.0, 0.0 / 0.0 == 0.0 / 0.0, 5.0 % -0.0 ~= 5.0 % -0.0
  return -0.0, 0.0 == -0.0, 1 / -0.0, 1 / 0.0, 0 * -1, 0.0 * -1, -(0.0), tostring(-0.0)
  return 2^53 == 2^53 + 1, math.tointeger(2^53), 2^63, math.tointeger(2^63), 2^1024, -2^0.5
  return 1e15, 1e16, 1e100, 123456789012345678, 0.1, 1 / 3, 100 // 1e-320, 5e-324
  return tostring(1e15), tostring(1e16), tostring(1e100), tostring(-1e15), tostring(2^63), tostring(3.0), 1e15 .. ''
  return tostring(1 / 0), tostring(-1 / 0), math.huge .. '', -math.huge
  return tostring((tonumber(x) or 1) / 3)
  -- Keys and comparisons of integers and floats.
  return codes[1.0], names[2.0], names[2.5], codes[-0.0], ({ [0] = 'zero' })[-0.0], ({ 'a' })[1.0]
  return codes[tonumber(x)], names[tonumber(x)]
  return codes[x]
  return names[x]
  return ({ x = 1 })[x]
  return 1 == 1.0, '1' == 1, '10' + 0 == 10, math.type(3 // 1.0), 9007199254740993 == 9007199254740992.0
  local n = tonumber(x) or 0 return n < 9007199254740993, n <= 9007199254740992.0, n >= -9007199254740993
  return 1 < 'x'
  return x < 1
  return x < '1'
  return nil < 1
  return {} < {}
  return true == 1, x == true
  return '10' < '9', 'a' < 'B', 'a' < 'aa', '' < '\0', 'a\0b' < 'a\0c', '\xff' < 'é', 'Z' < 'a'
  -- Texts that are numbers.
  return '0x10' + 0, '1e3' + 0, ' 5 ' + 0, '0x1p4' + 0, '-0x8' * 1
  return x + 1
  return x * '2'
  return -x
  return x .. 1, x .. 1.0, 1 .. '', -0.0 .. ''
  return 10 .. 20, 1.5 .. '|', 2^31 .. ''
  return tonumber('0x'), tonumber('1e'), tonumber('1e+'), tonumber('.'), tonumber('5.'), tonumber('.5'), tonumber('')
  return tonumber('0x1F'), tonumber('0X.8p1'), tonumber('1_000'), tonumber('1 2'), tonumber('\t7\n'), tonumber('7\0')
  return tonumber('9223372036854775807'), tonumber('9223372036854775808'), tonumber('-9223372036854775808')
  return tonumber('inf'), tonumber('nan'), tonumber('1e308'), tonumber('1e309'), tonumber('-1e309')
  return tonumber(x, 16), tonumber(x, 36)
  return tonumber('7fffffffffffffff', 16), tonumber('ffffffffffffffffff', 16)
  return tonumber('-ff', 16), tonumber('8', 8), tonumber('zz', 36), tonumber('', 10)
  return tonumber('1', 1)
  return tonumber(x, 37)
  return tonumber(15, 10)
  return tonumber()
  return #x, #'', #'\0\0', #'é'
  -- Bits.
  local n = tonumber(x) or 5 return n // 1 & 3, n // 1 | 8, n // 1 ~ 1, ~(n // 1), n // 1 << 3, n // 1 >> 1
  return 1 << 63, 1 << 64, 1 << -1, -1 >> 63, -1 >> 64, 1 >> -62, 1 << math.mininteger, 1 >> math.mininteger
  return x & 1
  return 1.5 & 1
  return 2^53 | 1
  return '3' & 1
  return 2^64 & 1
  return nil | 1
  return ~x
  -- Patterns: those that are none, %b, %f, anchors, captures of places.
  return x:find('[')
  return x:find('%')
  return x:match('(')
  return x:gsub('(x', '')
  return x:find('%f')
  return x:match('%b()'), ('(a(b)c)'):match('%b()'), ('((x)'):find('%b()'), ('THE (quick) fox'):find('%((%a+)%)')
  return x:gsub('%f[%w]%w+', '<%0>')
  return ('THE (quick) fox'):gsub('%f[%a]%a', '*')
  return x:match('^%s*()')
  return x:match('()()'), x:find(''), x:find('', 10), x:find('', -1)
  return x:match('.-$'), x:match('^.-'), x:match('a*')
  return x:find('%d', -2), x:find('%d', 100), x:find('.', -100), x:match('.', 0)
  return x:match('([^,]*),?()')
  return x:gsub('', '-')
  return x:gsub('.', '%1')
  return x:gsub('.', '%2')
  return x:gsub('(.)', '%0%1%%')
  return x:gsub('.', '%')
  return x:gsub('%w', codes)
  return x:gsub('%a', { a = true })
  return x:gsub('a', nil)
  return x:gsub('.', '', 0), x:gsub('.', '', -1), x:gsub('.', '', 2.0)
  return x:gsub('.', '', 'x')
  return x:match('%1')
  return x:match('(a)%1')
  return ('abab'):match('(ab)%1'), ('a\0b'):match('%z'), ('a.b'):match('%.')
  return ('x'):rep(300):match(('x?'):rep(100) .. ('x'):rep(100))
  return ('a'):rep(1000):match('.-.-.-b')
  return ('\xff\xfe'):upper(), ('\xe9'):lower(), ('é'):upper(), ('é'):reverse(), ('é'):byte(1, -1)
  return ('\xff'):match('%a'), ('\xe9'):find('[\xe0-\xef]'), luna.text.lower('\xc9'), luna.text.trim('\xa0 x')
  -- Functions of texts at their borders.
  return ('x'):rep(0), ('x'):rep(-1), ('x'):rep(3, ','), (''):rep(100), ('x'):rep(2.0)
  return ('x'):rep(1 << 40)
  return ('x'):rep(1.5)
  return ('x'):rep(1e10)
  return x:rep(70000)
  return (x:rep(3, x)):sub(-4)
  return x:sub(0), x:sub(-100, 100), x:sub(2, 1), x:sub(math.mininteger, math.maxinteger), x:sub('2'), x:sub(2.0)
  return x:sub(1.5)
  return x:sub()
  return x:byte(0), x:byte(-1), x:byte(1, 3), x:byte(10)
  return x:byte(-10, 2)
  return string.char(), string.char(0, 255), string.char('65')
  return string.char(256)
  return string.char(-1)
  return string.format('%5.2f|%d|%s|%q', tonumber(x) or 0, 3.0, x, 'q')
  return string.format('%d', 3.5)
  return string.format('%d', '10'), string.format('%5.1f', '3.14'), string.format('%x', 255), string.format('%05d', -3)
  return string.format('%i', 3), string.format('%c', 65), string.format('%o', 8), string.format('%a', 1.0)
  return string.format('%-5s|%5s|%.2s', x, x, x)
  return string.format('%s', nil), string.format('%s %s', true, 1.0)
  return string.format('%s')
  return string.format('%y', 1)
  return string.format('%', 1)
  return string.format('%%')
  return string.format('%g %g %g', 1e15, 1e16, 0.1), string.format('%.3f', 2 / 3), string.format('%e', 12345)
  return string.format('%.99f', 1 / 3)
  return string.format('%100d', 1)
  return string.format('%f', math.huge)
  return string.format('%x', -1), string.format('%X', 3.0)
  return string.format('%x', 2^63)
  return ('%d'):format(x)
  -- What is missing, and what is not what it seems.
  return x.y
  return x.y.z
  return x[1]
  return x:nothing()
  return missing.x
  return #missing
  return x()
  return codes.inner.x, codes.zzz, codes['a b'], codes.inner[2], codes[nil]
  return (codes.zzz or {}).x
  return x and x.a
  return type(x), type(nil), type(codes), type(print), type(x == nil)
  return type()
  return tostring()
  return math.floor(x)
  return math.floor(2^70), math.ceil(-0.5), math.floor(-0.0), math.ceil(1e308)
  return math.max(1, 2.0, 1), math.max(2, 2.0), math.min(-0.0, 0.0), math.max(0 / 0, 1)
  return math.max()
  return math.max(x, 1)
  return math.fmod(-7, 3), math.fmod(7, -3), math.fmod(-7.5, 2), math.fmod(1, math.huge)
  return math.fmod(1, 0)
  return math.fmod(1, 0.0)
  return math.sqrt(-1)
  return math.tointeger('3'), math.tointeger(3.5)
  return math.tointeger(x), math.tointeger({})
  return math.log(8, 2), math.log(0), math.log(100, 10), math.exp(710)
  return math.ult(1, -1), math.pi
  return math.abs(x), math.abs('-3')
  return 2^x
  return x ^ 2, 0 ^ 0, (-8) ^ (1 / 3)
  return assert(x, 'none')
  return assert(false)
  return assert(nil, codes)
  return error(x)
  return error({})
  return select('#', x, nil)
  return (both(x, 2))
  return both(x)
  return both(both(x, 1), 3)
  return sign(x)
  -- Ways through a function.
  local n = 0 if x then goto out end n = 1 ::out:: return n
  do local y = x x = nil if y then return y end end return x
  local a, b, c = both(x, 1) return c, b, a
  local a <const> = 5 return a + (tonumber(x) or a)
  return not x, not not x
  if x == nil then return elseif x == '' then return nil, nil end return x, x
  x = x or 'none' x = x .. x return x
  local s = '' for i = 10, 1, -3 do s = s .. i end return s
  for i = math.maxinteger - 1, math.maxinteger do x = i end return x
  for i = 1.0, 2 do x = i end return x
  for i = 3, 1 do x = i end return x
  for i = 1, 2 do local i = i * 2 x = i end return x
  return table.concat({ 1, 2.0, x or 'n' }, ', ')
  return table.concat({ x }, 1)
  return table.concat({ x, nil, 'z' })
  return table.concat({ both('a', x) })
  return table.concat({}, ',')
  return #{ 1, 2, nil, 4 }
  return #codes, #names
  return luna.text.trim(x), luna.text.number(',')(x)
  return luna.text.lower(5)
  return luna.compare.number(0.1)(x, 10)
  return same(x, 'SAW'), same(nil, nil), same(x, nil)
  return same(1, 1)
  return trim(nil)
  return digits(x or '')
  return rates[x], rates.A.rate
  return (rates[x] or {}).count
  return rates[1], rates[10].note, rates['10'].rate, #rates
  """#
