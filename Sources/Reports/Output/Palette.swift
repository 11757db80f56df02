import Comparing
import Records

/// Terminal colours, of the sixteen that every theme defines.
package struct Palette {
  package enum Role { case plain, bold, dim, deleted, inserted, updated, moved, heading }

  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func paint(_ role: Role, _ out: OutputBuffer, _ body: () throws -> Void) rethrows {
    guard isOn, let code = Self.code(role) else { return try body() }
    out.append("\u{1B}[")
    out.append(code)
    out.append("m")
    try body()
    out.append("\u{1B}[0m")
  }

  package func paint(_ role: Role, _ out: OutputBuffer, _ text: String) { paint(role, out) { out.append(text: text) } }

  package func paintLine(_ role: Role, _ out: OutputBuffer, _ text: String) {
    paint(role, out, text)
    out.append("\n")
  }

  private static func code(_ role: Role) -> StaticString? {
    switch role {
    case .plain: nil
    case .bold: "1"
    case .dim: "2"
    case .deleted: "31"
    case .inserted: "32"
    case .updated: "33"
    case .moved: "34"
    case .heading: "1;36"
    }
  }
}

extension Change.Kind {
  package var role: Palette.Role {
    switch self {
    case .deleted: .deleted
    case .inserted: .inserted
    case .updated: .updated
    case .moved: .moved
    }
  }

  package var mark: StaticString {
    switch self {
    case .deleted: "-"
    case .inserted: "+"
    case .updated: "~"
    case .moved: ">"
    }
  }
}
