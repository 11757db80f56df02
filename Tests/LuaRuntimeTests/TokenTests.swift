import Testing

@testable import LuaRuntime

/// The words of a Lua text.
@Suite struct TokenTests {
  @Test(
    "words are told apart as Lua does it",
    arguments: [
      ("return r.id", ["return", "r", ".", "id"]),
      ("a=b..c...", ["a", "=", "b", "..", "c", "..."]),
      ("x = 0x1p-4 + 1e+5 - .5", ["x", "=", "0x1p-4", "+", "1e+5", "-", ".5"]),
      (#"s = "a\"b" .. 'c'"#, ["s", "=", #""a\"b""#, "..", "'c'"]),
      ("s = [==[a]]b]==] -- rest", ["s", "=", "[==[a]]b]==]"]),
      ("-- one\n--[[ two\nthree ]] x", ["x"]), ("#!/usr/bin/lua\nx", ["x"]),
      ("a[b] = c // d ~= e", ["a", "[", "b", "]", "=", "c", "//", "d", "~=", "e"]),
      ("s = \"no end", ["s", "=", "\"no end"]), ("s = [[no end", ["s", "=", "[[no end"]),
      ("1..2", ["1..2"]), ("é", ["\u{FFFD}", "\u{FFFD}"]), ("", []),
    ])
  func words(text: String, expected: [String]) {
    #expect(LuaTokens.all(in: Array(text.utf8)).map(\.text) == expected)
  }

  @Test("a word knows its line and its place")
  func places() {
    let text = Array("a\n\"b\\\nc\" d".utf8)
    let tokens = LuaTokens.all(in: text)
    #expect(tokens.map(\.line) == [1, 2, 3])
    #expect(tokens.map { String(decoding: text[$0.range], as: UTF8.self) } == tokens.map(\.text))
  }

  @Test(
    "a function has the name that it is given where it is written",
    arguments: [
      ("function identity(r) end", "identity"), ("local function near(a) end", "near"),
      ("function M.sub:name() end", "M.sub:name"), ("t = { filter = function(r) end }", "filter"),
      (#"t["a b"] = function() end"#, "a b"), ("call(function() end)", nil),
    ] as [(String, String?)])
  func names(text: String, name: String?) {
    #expect(LuaFunctionNames(LuaTokens.all(in: Array(text.utf8)))[1] == name)
  }
}
