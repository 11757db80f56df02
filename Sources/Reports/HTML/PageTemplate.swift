import Platform

/// The page's frame, cut at its places for data.
enum PageTemplate {
  enum Part {
    case text([UInt8])
    case title, style, data, script
  }

  static let parts: [Part] = {
    let places: [[UInt8]: Part] = [
      Array("title".utf8): .title, Array("style".utf8): .style, Array("data".utf8): .data,
      Array("script".utf8): .script,
    ]
    var parts: [Part] = []
    var rest = PackageResources.page_html[...]
    while let open = brace(UInt8(ascii: "{"), in: rest) {
      let inner = rest[(open + 2)...]
      guard let close = brace(UInt8(ascii: "}"), in: inner) else { break }
      parts.append(.text(Array(rest[..<open])))
      if let part = places[Array(inner[..<close])] { parts.append(part) }
      rest = rest[(close + 2)...]
    }
    return parts + [.text(Array(rest))]
  }()

  private static func brace(_ brace: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == brace && bytes[$0 + 1] == brace }
  }
}

extension HTMLReport {
  static let style = PageText.bare([PackageResources.page_css])

  static let script =
    Array("(async () => {\n\"use strict\";\n".utf8)
    + PageText.bare([
      PackageResources.data_js, PackageResources.values_js, PackageResources.words_js, PackageResources.diff_js,
      PackageResources.list_js, PackageResources.tree_js, PackageResources.paths_js, PackageResources.repeated_js,
      PackageResources.changes_js,
      PackageResources.reviewed_js, PackageResources.detail_js, PackageResources.why_js, PackageResources.table_js,
      PackageResources.copy_js, PackageResources.csv_js, PackageResources.chips_js, PackageResources.address_js,
      PackageResources.pages_js, PackageResources.head_js, PackageResources.main_js,
    ]) + Array("})();\n".utf8)
}

/// What a browser calls a page: what tells the two inputs apart, in a few words.
package enum PageTitle {
  /// The names of two files, with the folder that both are in; where both have one name, that and the folders that differ.
  package static func of(_ old: String, _ new: String) -> String {
    guard FilePath.scheme(of: old) == nil, FilePath.scheme(of: new) == nil else { return "\(old) → \(new)" }
    let paths = [old, new].map { $0.split(separator: "/").reversed().map(String.init) }
    let same = zip(paths[0], paths[1]).prefix { $0 == $1 }.count
    guard same > 0, let name = paths[0].first, old != new else {
      let folder = paths[0].dropFirst().first.map { paths[0].dropFirst() == paths[1].dropFirst() ? "\($0)/" : "" }
      return "\(folder ?? "")\(paths[0].first ?? old) → \(paths[1].first ?? new)"
    }
    let folders = paths.map { $0.count > same ? $0[same] : "." }
    return "\(name): \(folders[0]) → \(folders[1])"
  }
}
