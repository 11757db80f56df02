import Comparing
import Platform

/// Names of columns, separated by commas; `\,` is a comma inside a name.
enum ColumnList {
  static func parse(_ text: String) throws -> [String] {
    guard let names = names(in: text) else { throw ArgumentValueError("it is column names separated by commas") }
    return names
  }

  fileprivate static func names(in text: String) -> [String]? {
    let names = Escaped.split(text, at: ",")
    return names.contains("") ? nil : names
  }
}

/// `OLD=NEW`: a column's two names; `\=` is an equals sign inside one.
struct ColumnRename: Equatable {
  let old: String
  let new: String

  static func parse(_ text: String) throws -> ColumnRename {
    let names = Escaped.split(text, at: "=")
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
      throw ArgumentValueError("it is OLD=NEW, two column names; the flag is repeated for more")
    }
    return ColumnRename(old: names[0], new: names[1])
  }
}

/// `PATH=MEMBER,…`: what tells the elements of a list apart.
struct ListFlag: Equatable {
  let path: String
  let rule: [String]

  static func parse(_ text: String) throws -> ListFlag {
    let parts = Escaped.split(text, at: "=")
    guard parts.count == 2, !parts[0].isEmpty, let rule = ColumnList.names(in: parts[1]) else {
      throw ArgumentValueError("it is PATH=MEMBER, as in items=sku")
    }
    return ListFlag(path: parts[0], rule: rule)
  }
}

/// `NUMBER` or `COLUMN=NUMBER`: how far numbers of every column, or of one, may be apart; also in per cent.
struct ColumnTolerance {
  let column: String?
  let comparator: NumberComparator

  static func parse(_ text: String) throws -> ColumnTolerance {
    let parts = Escaped.split(text, at: "=")
    guard parts.count <= 2, let amount = parts.last, parts.count == 1 || !parts[0].isEmpty,
      let comparator = try? NumberComparator(tolerance: amount)
    else { throw ArgumentValueError("it is NUMBER or COLUMN=NUMBER, as in 0.01, 1% or price=0.01") }
    return ColumnTolerance(column: parts.count == 2 ? parts[0] : nil, comparator: comparator)
  }
}

/// `COLUMN=STEP,…`: what the values of a column go through, each step a function of `luna.text`.
struct ColumnSteps: Equatable {
  let column: String
  /// Each in Lua.
  let steps: [String]

  static func parse(_ text: String) throws -> ColumnSteps {
    let error = ArgumentValueError("it is COLUMN=STEP, as in price=scale(0.01) or name=trim,lower")
    guard let column = Escaped.split(text, at: "=").first, !column.isEmpty else { throw error }
    let rest = text.dropFirst(Escaped.spelling(of: column, at: "=").count)
    guard rest.first == "=" else { throw error }
    let steps = split(rest.dropFirst()).map { $0.drop { $0 == " " } }
    guard steps.allSatisfy({ $0.first?.isLetter == true }) else { throw error }
    return ColumnSteps(column: column, steps: steps.map { $0.hasPrefix("luna.") ? String($0) : "luna.text.\($0)" })
  }

  /// The parts between commas that are in no bracket and in no string of Lua's.
  private static func split(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var (start, depth, quote, isEscaped) = (text.startIndex, 0, Character?.none, false)
    for (place, character) in zip(text.indices, text) {
      if let open = quote {
        if !isEscaped, character == open { quote = nil }
        isEscaped = !isEscaped && character == "\\"
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      } else if character == ",", depth == 0 {
        parts.append(text[start..<place])
        start = text.index(after: place)
      }
    }
    return parts + [text[start...]]
  }
}
