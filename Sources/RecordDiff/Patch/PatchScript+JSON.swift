import Records

extension PatchScript {
  /// Reads the member `patch` of a result.
  ///
  /// - Returns: Nothing where there is none.
  /// - Throws: `PatchError` for one that is damaged.
  static func both(in patch: Field, _ input: String) throws(PatchError) -> Sides<PatchScript?> {
    guard patch.kind != .absent else { return Sides(source: nil, target: nil) }
    guard let source = fingerprint(patch["source"]), let target = fingerprint(patch["target"]),
      let forward = steps(patch["forward"]), let reverse = steps(patch["reverse"])
    else { throw PatchError(.notAResult("its member \"patch\" is damaged"), input: input) }
    return Sides(
      source: PatchScript(from: source, to: target, steps: forward),
      target: PatchScript(from: target, to: source, steps: reverse))
  }

  private static func fingerprint(_ field: Field) -> Fingerprint? {
    guard let bytes = field["bytes"].offset,
      let crc32 = field["crc32"].plainText.flatMap({ UInt32($0, radix: 16) })
    else { return nil }
    return Fingerprint(bytes: bytes, crc32: crc32)
  }

  private static func steps(_ field: Field) -> [Step]? {
    guard field.kind == .array else { return nil }
    var steps: [Step] = []
    for element in field.elements {
      if let text = element.withText({ Array($0) }) {
        steps.append(.text(text))
        continue
      }
      let numbers = element.elements.compactMap(\.offset)
      guard numbers.count == 2 else { return nil }
      let (end, isTooFar) = numbers[0].addingReportingOverflow(numbers[1])
      guard !isTooFar else { return nil }
      steps.append(.copy(numbers[0]..<end))
    }
    return steps
  }

  /// The members `source` and `target`, `forward` and `reverse` as JSON, an object.
  package static func json(forward: PatchScript, reverse: PatchScript) -> [UInt8] {
    var json = Array("{\"source\":".utf8)
    json += forward.from.json + Array(",\"target\":".utf8) + forward.to.json
    json += Array(",\"forward\":".utf8)
    forward.appendSteps(to: &json)
    json += Array(",\"reverse\":".utf8)
    reverse.appendSteps(to: &json)
    json.append(UInt8(ascii: "}"))
    return json
  }

  private func appendSteps(to json: inout [UInt8]) {
    json.append(UInt8(ascii: "["))
    for (number, step) in steps.enumerated() {
      if number > 0 { json.append(UInt8(ascii: ",")) }
      switch step {
      case .copy(let range): json += Array("[\(range.lowerBound),\(range.count)]".utf8)
      case .text(let text): JSONWriter.appendString(text, to: &json)
      }
    }
    json.append(UInt8(ascii: "]"))
  }
}

extension PatchScript.Fingerprint {
  fileprivate var json: [UInt8] {
    let digits = String(crc32, radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return Array("{\"bytes\":\(bytes),\"crc32\":\"\(padded)\"}".utf8)
  }
}
