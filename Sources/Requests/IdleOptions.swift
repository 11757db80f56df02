import Platform
import Comparing
import Records

extension ReadOptions {
  /// Refuses options that were given and that none of the inputs is read by: who gives one means something by it.
  func checkUse(in inputs: [RecordInput]) throws(LunaDiffError) {
    guard let first = inputs.first else { return }
    let idle = self.idle(in: first.format).filter { name in
      inputs.allSatisfy { self.idle(in: $0.format).contains(name) }
    }
    if let option = idle.first { throw Self.isIdle(option, in: inputs) }
  }

  fileprivate static func isIdle(_ option: String, in inputs: [RecordInput]) -> LunaDiffError {
    let names = inputs.map(\.name).joined(separator: " and ")
    return LunaDiffError(
      "\(Setting(option)) is for \(inputs.first?.format.others ?? ""), unlike \(names)",
      hint: "leave \(Setting(option)) out")
  }
}

extension ReadOverrides {
  func checkUse(in input: RecordInput, as side: Side) throws(LunaDiffError) {
    if let option = applied(to: ReadOptions()).idle(in: input.format).first {
      throw ReadOptions.isIdle("\(side.ruleName)-\(option)", in: [input])
    }
  }
}
