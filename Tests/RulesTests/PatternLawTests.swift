import TestSupport
import Testing

@testable import Rules

/// Normalizers and comparators match by their own code what Lua's functions match.
@Suite struct PatternLawTests {
  @Test("luna.text.replace and luna.compare.pattern find what string.gsub and string.match find")
  func law() throws {
    let script = #"""
      local state, count = tonumber(arg[1]), 0
      local function pick(list)
        state = state * 6364136223846793005 + 1442695040888963407
        return list[(state >> 33) % #list + 1]
      end
      local function text(pieces, length)
        local made = {}
        for place = 1, length do made[place] = pick(pieces) end
        return table.concat(made)
      end
      local pieces = {
        "a", "b", "x", ".", " ", "%a", "%d", "%s", "%S", "%p", "%u", "%x", "%w", "%%", "[ab]", "[^a]", "[a-c%d]", "[]a]",
        "[a-]", "[%]x]", "()", "(.-)", "(.*)", "(%a+)", "(b())", "%b()", "%b<>", "%f[%w]", "%f[^a]", "a*", "b-", "%w+",
        ".?", "%1", "^", "$",
      }
      local letters = { "a", "a", "b", "c", "x", "A", "1", "9", " ", "\t", "(", ")", "<", ">", "]", "-", "_", "." }
      local replacements = { "", "-", "%0", "<%0>", "%1", "[%1%1]", "%%", "%2" }
      for _ = 1, 5000 do
        local pattern, replacement = text(pieces, pick { 0, 1, 2, 3, 4, 5 }), pick(replacements)
        local one, other = text(letters, pick { 0, 3, 5, 9 }), text(letters, pick { 0, 3, 5, 9 })
        local isReplacement, replace = pcall(luna.text.replace, pattern, replacement)
        if isReplacement then
          count = count + 1
          if replace(one) ~= one:gsub(pattern, replacement) then print("replace", pattern, replacement, one) end
        end
        local isPattern, compare = pcall(luna.compare.pattern, pattern)
        if isPattern then
          local found, wanted = table.pack(one:match(pattern)), table.pack(other:match(pattern))
          local isSame = found[1] ~= nil and wanted[1] ~= nil
          for place = 1, found.n do isSame = isSame and found[place] == wanted[place] end
          if compare(one, other) ~= (isSame or one == other) then print("compare", pattern, one, other) end
        end
      end
      print(count > 2500)
      """#
    var random = SeededGenerator.announced("patterns of rules")
    #expect(try output(ofDriver: script, arguments: ["\(random.next() >> 1)"]).printed == "true\n")
  }
}
