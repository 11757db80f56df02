import Testing

@testable import LuaRuntime

/// The library that comes with Lua is the oracle: results and error messages have to be the same.
@Suite("Patterns")
struct PatternTests {
  private func expectSame(_ source: String) throws {
    let state = try LuaState(limits: LuaLimits(memory: 512 << 20, instructions: 2_000_000_000))
    let value = try #require(try state.run(source, name: "patterns").first)
    let ours = String(decoding: try state.text(of: value), as: UTF8.self)
    let theirs = plainLua(source)
    if ours == theirs { return }
    let pairs = zip(ours.split(separator: "\n"), theirs.split(separator: "\n"))
    for (our, their) in pairs.filter({ $0 != $1 }).prefix(10) {
      Issue.record("\(our)\n  but Lua: \(their)")
    }
    #expect(ours.utf8.count == theirs.utf8.count)
  }

  @Test("random patterns do what they do in Lua", arguments: 1...16)
  func random(seed: Int) throws {
    try expectSame(PatternScripts.random(seed: seed, count: 2000))
  }

  @Test("every short pattern does what it does in Lua", arguments: 1...14)
  func short(first: Int) throws {
    try expectSame(PatternScripts.all(first: first))
  }

  @Test("the functions take arguments as Lua's do")
  func arguments() throws {
    try expectSame(
      PatternScripts.calls([
        "string.find()", "string.find('a')", "string.find('a', {})", "string.find({}, 'a')",
        "string.find('a', 'a', 'x')", "string.find('a', 'a', 1.5)", "string.find('a', '')",
        "string.find('', '')", "string.find('', '', 2)", "string.find('a', '', 2)",
        "string.find('a', '', 3)", "string.find('abc', 'b', -2)", "string.find('abc', 'b', -1)",
        "string.find('abc', 'b', -100)", "string.find('abc', 'b', math.mininteger)",
        "string.find('abc', 'b', math.maxinteger)", "string.find('a.b', '.', 2, true)",
        "string.find('a.b', '.b', 1, true)", "string.find('a\\0b', '\\0b', 1, true)",
        "string.find('a', '[', 1, true)", "string.find(121, 2)", "string.match(121, '%d', 2)",
        "string.match('a', '[', 3)", "string.gmatch()", "string.gmatch('a')",
        "string.gmatch('a', 'a', {})", "string.gmatch('a', '[')()", "string.gmatch('a', '[', 9)()",
        "string.gmatch('^a', '^a')()", "string.gmatch('ab', '()', -1)()", "string.gsub()",
        "string.gsub('a', 'a')", "string.gsub('a', 'a', true)", "string.gsub('a', 'a', nil, {})",
        "string.gsub('a', '[', 'x', 0)", "string.gsub('a', '[', 'x', -5)",
        "string.gsub('a', '[', 'x')", "string.gsub('aaa', 'a', 'b', 2)",
        "string.gsub('aaa', 'a', 'b', '2')", "string.gsub('aaa', 'a', 'b', 2.5)",
        "string.gsub(12, '1', 3)", "string.gsub(12, 'x', 3)", "string.gsub('a', 'a', {a = {}})",
        "string.gsub('a', 'a', {a = true})", "string.gsub('a', 'a', print, 0)",
        "string.gsub('a', 'a', function() return {} end)",
        "string.gsub('a', 'a', function() error('no') end)",
        "string.gsub('ab', '(a)(b', '%1')", "string.gsub('ab', '(a)(b', '%2')",
        "string.gsub('abc', '', '-')", "string.gsub('abc', 'b*', '-')",
        "string.gsub('hello world', 'o', setmetatable({}, {__index = function(_, k) return k .. k end}))",
        "string.gsub('x y', '%w', function(c) return (c:gsub('%w', function(d) return d .. '!' end)) end)",
        "string.match('x', ('()'):rep(32))", "string.match('x', ('()'):rep(33))",
        "string.match('x', ('('):rep(40))", "string.match('x', ')')",
        "string.match('é', '[\\xc3][\\xa9]')", "string.gsub('\\xff\\x80a', '[\\x80-\\xff]', '?')",
        "string.match(('x'):rep(1000) .. ' ', '^%s*(.-)%s*$') == ('x'):rep(1000)",
      ]))
  }

  @Test("each class holds the bytes that Lua's holds")
  func classes() throws {
    let source = #"""
      local all, texts = {}, {}
      for byte = 0, 255 do all[byte + 1] = string.char(byte) end
      local subject = table.concat(all)
      for byte = 0, 255 do
        local name = string.char(byte)
        for _, form in ipairs {'%' .. name, '[%' .. name .. ']', '[^%' .. name .. '\n]'} do
          local ok, result = pcall(string.gsub, subject, form, '')
          texts[#texts + 1] = byte .. ' ' .. string.format('%q', result)
        end
      end
      return table.concat(texts, '\n')
      """#
    try expectSame(source)
  }

  @Test("more patterns than are kept, used in turns, stay apart")
  func manyPatterns() throws {
    let source = """
      for round = 1, 3 do
        for i = 1, 1000 do
          local text = 'key' .. i
          if text:match('^(%a+)' .. i .. '$') ~= 'key' then return text end
        end
      end
      return 'all'
      """
    #expect(try lua(source) == ["all"])
  }

  @Test("a pattern that is dropped while it replaces goes on")
  func dropped() throws {
    let source = """
      local function forget()
        for i = 1, 500 do ('x'):match('y' .. i .. '%d') end
        collectgarbage()
      end
      local words = {}
      for word in ('ab cd ef'):gmatch('(%a+)') do forget() words[#words + 1] = word end
      local text = ('ab cd'):gsub('(%a)(%a)', function(a, b) forget() return b .. a end)
      return text, table.concat(words, '+')
      """
    #expect(try lua(source) == ["ba dc", "ab+cd+ef"])
  }

  @Test("a pattern deeper than Lua allows is no error")
  func deep() throws {
    let source = "return #('a'):rep(1000):match('^' .. ('a?'):rep(1000) .. 'a*$')"
    #expect(try lua(source) == ["1000"])
  }

  @Test("a large set takes no more time than a small one")
  func largeSet() throws {
    let source = "return ('a'):rep(1000000):find('[' .. ('b'):rep(1000000) .. ']')"
    #expect(try lua(source, limits: LimitTests.tight) == ["nil"])
  }

  @Test("many errors leave no memory behind")
  func errors() throws {
    let source = """
      local function fail()
        for i = 1, 200 do
          pcall(string.gsub, ('a'):rep(5000), 'a', function() error('no') end)
          pcall(string.match, 'a', 'a%')
          pcall(string.find, 'a', ('a'):rep(1000) .. i .. '[')
        end
        collectgarbage()
        return collectgarbage('count')
      end
      fail()
      local before = fail()
      return fail() - before < 1
      """
    #expect(try lua(source) == ["true"])
  }
}
