import Analysis
import Records

extension FaultReport {
  /// The report for a person: each class with its rate, and what passes with the rule that lets it.
  var lines: [String] {
    guard total.planted > 0 else {
      return ["no fault was planted: no record of \(input) is paired and the same, or none has a value that one fits"]
    }
    var lines = [
      "planted in \(input): \(total.planted) faults, \(total.detected) of them noticed (seed \(seed))",
      "as it is \(differing) of \(records) records differ, and were left alone",
    ]
    if !omitted.isEmpty {
      lines.append("not planted: \(omitted.map { "\($0.column) (\($0.rule))" }.joined(separator: ", "))")
    }
    if tangled > 0 { lines.append("\(tangled) more met one another time and again, so that nothing is said of them") }
    lines.append("")
    let width = classes.map(\.fault.rawValue.count).max() ?? 0
    let countWidth = String(total.planted).count
    for (fault, rate) in classes {
      let counts = "\(Self.right(rate.detected, countWidth)) of \(Self.right(rate.planted, countWidth))"
      lines.append(
        "\(fault.rawValue.padded(to: width))  \(counts) noticed  \(Self.right(Self.percent(rate.share), 7)) "
          + "(\(Self.percent(rate.interval)))  \(fault.words)")
    }
    return lines + passing
  }

  private var passing: [String] {
    let cells = cells.filter { $0.rate.detected < $0.rate.planted }
    guard !cells.isEmpty else { return [] }
    return [""]
      + cells.flatMap { cell in
        let passed = cell.rate.planted - cell.rate.detected
        let place = cell.column.map { " in \($0)" } ?? ""
        let share = Self.percent(1 - cell.rate.share)
        let line =
          "passes: \(share) of \(cell.fault.rawValue)\(place), \(passed) of \(cell.rate.planted), by \(cell.rule)"
        let examples = cell.examples.map { example in
          "    \(example.place)" + (example.values.map { ": \($0.source) → \($0.target)" } ?? "")
        }
        return [line] + examples
      }
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func percent(_ interval: ClosedRange<Double>) -> String {
    "\(percent(interval.lowerBound).dropLast(2))–\(percent(interval.upperBound))"
  }

  private static func right(_ value: some CustomStringConvertible, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - value.description.count)) + value.description
  }

  func write(to json: JSONEmitter) {
    json.object {
      json.member("seed", seed)
      json.member("records", records)
      json.member("differing", differing)
      json.member("tangled", tangled)
      json.member("omitted") {
        json.list(omitted) { item in
          json.object {
            json.member("column", item.column)
            json.member("rule", item.rule)
          }
        }
      }
      json.member("classes") {
        json.list(classes) { item in
          json.object {
            json.member("fault", item.fault.rawValue)
            write(item.rate, to: json)
          }
        }
      }
      json.member("cells") {
        json.list(cells.filter { $0.rate.planted > 0 }) { cell in
          json.object {
            json.member("fault", cell.fault.rawValue)
            json.member("column", cell.column)
            write(cell.rate, to: json)
            json.member("rule", cell.rule)
            json.member("examples") { json.list(cell.examples) { write($0, to: json) } }
          }
        }
      }
    }
  }

  /// Writes shares in thousandths: they are estimates.
  private func write(_ rate: Rate, to json: JSONEmitter) {
    json.member("planted", rate.planted)
    json.member("detected", rate.detected)
    json.member("interval") {
      json.list([rate.interval.lowerBound, rate.interval.upperBound]) { bound in
        let thousandths = Int((bound * 1000).rounded())
        let digits = String(thousandths % 1000 + 1000).dropFirst()
        json.value(.number(NumberText(utf8: Array("\(thousandths / 1000).\(digits)".utf8))))
      }
    }
  }

  private func write(_ example: Example, to json: JSONEmitter) {
    json.object {
      json.member("record", example.place)
      json.member("old", example.values?.source.description)
      json.member("new", example.values?.target.description)
    }
  }
}
