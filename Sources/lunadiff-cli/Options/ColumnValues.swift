import Comparing

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
      throw ArgumentValueError("it is OLD=NEW, two column names")
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

/// Text with a separator that a backslash makes literal.
enum Escaped {
  /// A part as it is written between separators.
  static func spelling(of part: String, at separator: Character) -> String {
    part.reduce(into: "") { text, character in
      if character == separator || character == "\\" { text.append("\\") }
      text.append(character)
    }
  }

  /// The parts between separators; a backslash before a separator or a backslash is taken away.
  static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, next == separator || next == "\\" {
        parts[parts.count - 1].append(rest.removeFirst())
      } else if character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
