/// Scripts that print what the pattern functions do, one case a line, the same way in any state.
enum PatternScripts {
  /// `show(name, function, ...)` adds a line: the arguments, then the results or the error.
  static let shared = #"""
    local lines = {}
    local function quote(value)
      if type(value) == 'string' then return (string.format('%q', value):gsub('\n', 'n')) end
      return type(value) == 'table' and 'table' or type(value) == 'function' and 'function'
        or tostring(value)
    end
    local function list(...)
      local texts = {}
      for index = 1, select('#', ...) do texts[index] = quote((select(index, ...))) end
      return table.concat(texts, ', ')
    end
    local function show(name, f, ...)
      lines[#lines + 1] = name .. '(' .. list(...) .. ') = ' .. list(pcall(f, ...))
    end
    local function matches(...)
      local found = {}
      for a, b, c in string.gmatch(...) do
        found[#found + 1] = list(a, b, c)
        if #found > 99 then break end
      end
      return table.concat(found, '; ')
    end
    local calls
    local answers = {a = 'X', ['ab'] = false, b = 12, ['1'] = 'one', [''] = 'empty', [1] = 1.5}
    local function answer(...)
      calls = calls .. '|' .. list(...)
      return answers[(...)]
    end
    local function recorded(...)
      calls = ''
      local result, count = string.gsub(...)
      return result, count, calls
    end

    """#

  /// Random patterns on random subjects.
  static func random(seed: Int, count: Int) -> String {
    shared + "local state, count = \(seed), \(count)" + #"""

      local function pick(n)
        state = (state * 6364136223846793005 + 1442695040888963407)
        return (state >> 33) % n + 1
      end
      local bytes = {'a', 'a', 'b', 'b', 'c', ' ', ' ', ',', '(', ')', '1', '.', '\0', 'A', '-', ']'}
      local singles = {'a', 'b', 'c', '.', '.', '.', ' ', ',', '%a', '%d', '%s', '%s', '%w', '%S',
        '%p', '%x', '%u', '%l', '%c', '%g', '%A', '%z', '%%', '%.', '%-', '[ab]', '[^a]', '[^,]',
        '[%s,]', '[a-c]', '[^%s]', '[%a_]', '[]]', '[^]]', '[a-]', '[%a-c]', '[%]]', '[]-a]',
        '[a-%%]', '[^%a-]', '\0', '-', ']', '^', '$', '*', '[%z]', '[b-a]'}
      local suffixes = {'', '', '', '*', '+', '-', '?', '-', '*'}
      local others = {'(', ')', '()', '%1', '%2', '%0', '%b()', '%bab', '%baa', '%f[%a]', '%f[^a]',
        '%f[\0]', '%f[%z]', '[', '[a', '%', '%b', '%ba', '%f', '%fa', '[%', '[^', '[]', '[^]', '%f[a'}
      local replacements = {'', 'x', '%0', '<%1>', '%2', '%%', '%', '%1%1', '%3', 'a%', '%x', 7,
        answers, answer, answer, {}, 2.5}
      local function piece(depth)
        local kind = pick(20)
        if kind <= 13 then return singles[pick(#singles)] .. suffixes[pick(#suffixes)] end
        if kind <= 18 and depth < 3 then
          local inner = ''
          for _ = 1, pick(3) - 1 do inner = inner .. piece(depth + 1) end
          return '(' .. inner .. ')'
        end
        return pick(3) == 1 and others[pick(#others)] or '%1'
      end
      local function pattern()
        local text = pick(5) == 1 and '^' or ''
        for _ = 1, pick(6) - 1 do text = text .. piece(0) end
        return pick(4) == 1 and text .. '$' or text
      end
      local function subject()
        local text = ''
        for _ = 1, pick(14) - 1 do text = text .. bytes[pick(#bytes)] end
        return text
      end
      local function start() return pick(3) == 1 and pick(16) - 8 or nil end
      for _ = 1, count do
        local s, p = subject(), pattern()
        show('find', string.find, s, p, start(), pick(10) == 1)
        show('match', string.match, s, p, start())
        show('gmatch', matches, s, p, start())
        show('gsub', recorded, s, p, replacements[pick(#replacements)], pick(3) == 1 and pick(5) - 2 or nil)
      end
      return table.concat(lines, '\n')
      """#
  }

  /// Every pattern of up to four of these symbols, those that begin with `first`.
  static func all(first: Int) -> String {
    shared + "local first = \(first)" + #"""

      local symbols = {'a', 'b', '.', '*', '-', '%', '(', ')', '[', ']', '^', '$', '1', '?'}
      local function extend(text, left)
        for _, subject in ipairs {'', 'ab', 'baab', 'a-]1'} do
          show('match', string.match, subject, text)
        end
        show('gsub', string.gsub, 'aba', text, 'x')
        if left == 0 then return end
        for _, symbol in ipairs(symbols) do extend(text .. symbol, left - 1) end
      end
      extend(symbols[first], 3)
      return table.concat(lines, '\n')
      """#
  }

  /// The cases of a table of calls, each an expression.
  static func calls(_ expressions: [String]) -> String {
    shared
      + expressions.map {
        "lines[#lines + 1] = list(pcall(function() return \($0) end))"
      }.joined(separator: "\n") + "\nreturn table.concat(lines, '\\n')"
  }
}
