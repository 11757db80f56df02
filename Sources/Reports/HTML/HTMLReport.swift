import Comparing
import Records

/// One page with everything in it: nothing is loaded, and data never becomes markup.
struct HTMLReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  let json: JSONEmitter
  let reader: ChangeReader
  let columns: PageColumns
  let context: ContextColumns
  let reasons: PageReasons
  /// How much of what is equal inside nested values the page still takes.
  let equalParts = PageAllowance()

  /// Changes that the page parses at a time.
  static let blockSize = 500

  init(
    _ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer,
    context: ContextColumns = ContextColumns()
  ) throws {
    self.comparison = comparison
    self.options = options
    self.out = out
    json = JSONEmitter(page: out)
    reader = ChangeReader(comparison)
    columns = PageColumns(reader)
    reasons = try PageReasons(reader, columns)
    self.context = context
  }

  /// Writes the whole page.
  func write() throws {
    for part in PageTemplate.parts {
      switch part {
      case .text(let bytes): out.append(bytes)
      case .title: out.append(markup: DisplayText(title).text(within: 400))
      case .style:
        out.append(PackageResources.theme_css)
        out.append(PackageResources.page_css)
      case .data: try appendData()
      case .script: appendScript()
      }
      try out.checkpoint()
    }
  }

  private var title: String {
    let names = Side.allCases.map { comparison.tables[$0].name }
    return options.title ?? "\(names[0]) → \(names[1])"
  }

  private func appendScript() {
    let scripts = [
      PackageResources.data_js, PackageResources.values_js, PackageResources.diff_js,
      PackageResources.list_js, PackageResources.player_js, PackageResources.tree_js,
      PackageResources.moves_js, PackageResources.paths_js, PackageResources.changes_js,
      PackageResources.detail_js, PackageResources.why_js, PackageResources.table_js,
      PackageResources.pages_js, PackageResources.stages_js, PackageResources.main_js,
    ]
    out.append("(() => {\n\"use strict\";\n")
    for script in scripts { out.append(script) }
    out.append("})();\n")
  }

  private func appendData() throws {
    let listing = ChangeListing(forPeople: comparison, options)
    let places = places(of: listing)
    var kinds: [UInt8] = []
    kinds.reserveCapacity(places.count)
    for place in places {
      let entry = comparison.entry(at: place)
      let isFirst = kinds.count % Self.blockSize == 0
      if isFirst {
        out.append(kinds.isEmpty ? "" : "]</script>\n")
        out.append("<script type=\"application/json\" class=\"changes-data\">[")
      }
      json.begin(.row, isFirst: isFirst)
      reasons.change = kinds.count
      append(entry)
      kinds.append(Self.letter(of: entry))
      try out.checkpoint()
    }
    if !kinds.isEmpty { out.append("]</script>\n") }
    try PageStages(comparison, listed: places, out).write()
    try appendMeta(kinds: kinds, places, matching: listing.matching)
  }

  /// The listed changes' places in the comparison; with sections, section by section.
  private func places(of listing: ChangeListing) -> [Int] {
    comparison.sections == nil
      ? listing.places.map(Int.init) : SectionGroups(listing, reader).groups.flatMap(\.places)
  }

  /// `d`, `i`, `u`, `m`, or `U` for what is updated and moved.
  private static func letter(of entry: ChangeEntry) -> UInt8 {
    switch entry.kind {
    case .deleted: UInt8(ascii: "d")
    case .inserted: UInt8(ascii: "i")
    case .updated: entry.isMoved ? UInt8(ascii: "U") : UInt8(ascii: "u")
    case .moved: UInt8(ascii: "m")
    }
  }
}
