import Platform

/// Formats that hold records but are not read here, known by their first bytes.
package enum ForeignFormat: String, Sendable, CaseIterable {
  case xlsx = "an Excel workbook (.xlsx)"
  case ods = "an OpenDocument spreadsheet (.ods)"
  case xls = "an old Excel workbook (.xls)"
  case zip = "a zip archive"
  case tar = "a tar archive"
  case sevenZip = "a 7z archive"
  case bzip2 = "bzip2 data"
  case xz = "xz data"
  case lz4 = "lz4 data"
  case compress = "data of compress (.Z)"
  case parquet = "a Parquet file"
  case avro = "an Avro file"
  case sqlite = "an SQLite database"
  case pdf = "a PDF document"
  case docx = "a Word document (.docx)"
  case pptx = "a PowerPoint presentation (.pptx)"
  case png = "a PNG image"
  case jpeg = "a JPEG image"
  case gif = "a GIF image"
  case tiff = "a TIFF image"
  case program = "a program (ELF)"
  case html = "a page of HTML"
  case xml = "an XML document"

  /// The format that bytes begin like, if they are no text.
  ///
  /// Text that begins like a format is of that format only if `name` says so, too.
  package init?(of bytes: [UInt8], named name: String? = nil) {
    guard let format = bytes.withBytes({ ForeignFormat(of: $0, named: name) }) else { return nil }
    self = format
  }

  package init?(of bytes: BytesView, named name: String? = nil) {
    if let markup = Self.markup(bytes) {
      self = markup
      return
    }
    if bytes.dropFirst(257).starts(with: "ustar".utf8), !Self.looksLikeText(bytes) {
      self = .tar
      return
    }
    guard let known = Self.beginnings.first(where: { bytes.starts(with: $0.bytes) }),
      known.isCertain || !Self.looksLikeText(bytes) || name.flatMap(ForeignFormat.init(fileName:)) == known.format
    else { return nil }
    self = known.format == .zip ? Self.inZip(bytes) : known.format
  }

  /// The format that a file's name stands for; of `.xls` much is text.
  init?(fileName name: String) {
    guard let end = name.lastIndex(of: "."), let format = Self.names[name[name.index(after: end)...].lowercased()]
    else { return nil }
    self = format
  }

  private static let names: [String: ForeignFormat] = [
    "parquet": .parquet, "sqlite": .sqlite, "sqlite3": .sqlite, "db3": .sqlite, "xlsx": .xlsx, "xlsm": .xlsx,
    "ods": .ods, "avro": .avro, "pdf": .pdf, "docx": .docx, "pptx": .pptx, "png": .png, "jpg": .jpeg, "jpeg": .jpeg,
    "gif": .gif, "tif": .tiff, "tiff": .tiff, "zip": .zip, "7z": .sevenZip, "bz2": .bzip2, "xz": .xz, "lz4": .lz4,
  ]

  var isArchive: Bool { [.zip, .xlsx, .ods, .docx, .pptx].contains(self) }

  /// A beginning; of text it may be the first word, unless it is certain.
  private typealias Beginning = (format: ForeignFormat, bytes: [UInt8], isCertain: Bool)

  private static let beginnings: [Beginning] = [
    // The second one is an archive's end, with which one begins that has no files.
    (.zip, [0x50, 0x4B, 3, 4], true), (.zip, [0x50, 0x4B, 5, 6], true),
    (.xls, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], true),
    (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], true), (.bzip2, Array("BZh".utf8), false),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], true), (.lz4, [4, 0x22, 0x4D, 0x18], true),
    (.compress, [0x1F, 0x9D], true), (.parquet, Array("PAR1".utf8), false), (.avro, Array("Obj".utf8) + [1], true),
    (.sqlite, Array("SQLite format 3".utf8) + [0], true), (.pdf, Array("%PDF-".utf8), true),
    (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], true), (.jpeg, [0xFF, 0xD8, 0xFF], true),
    (.gif, Array("GIF87a".utf8), false), (.gif, Array("GIF89a".utf8), false),
    (.tiff, [0x49, 0x49, 0x2A, 0], true), (.tiff, [0x4D, 0x4D, 0, 0x2A], true),
    (.program, [0x7F] + Array("ELF".utf8), true),
  ]

  /// A page or document of tags, which a server may send in place of a table.
  private static func markup(_ bytes: BytesView) -> ForeignFormat? {
    let start = bytes.prefix(1 << 10).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix(16)
    guard start.first == UInt8(ascii: "<") else { return nil }
    let word = String(decoding: start, as: UTF8.self).lowercased()
    if word.hasPrefix("<!doctype html") || word.hasPrefix("<html") { return .html }
    return word.hasPrefix("<?xml ") ? .xml : nil
  }

  /// Whether nothing of this format was made from a table.
  var holdsNoTable: Bool { [.png, .jpeg, .gif, .tiff, .program].contains(self) }

  /// Whether bytes of this format are text, which may be read as a table where that is asked for.
  var isText: Bool { self == .html || self == .xml }

  static func looksLikeText(_ bytes: BytesView) -> Bool {
    let start = BytesView(rebasing: bytes.prefix(1 << 10))
    guard let trouble = UTF8Check.firstTrouble(in: start, 0..<start.count) else { return true }
    // A character may have been cut off at the end of what is looked at.
    return start.count < bytes.count && trouble + 4 > start.count
  }

  /// What the names of its files say that an archive is; of one whose end is cut off, how it begins.
  private static func inZip(_ bytes: BytesView) -> ForeignFormat {
    let start = String(decoding: bytes.prefix(1 << 12), as: UTF8.self)
    if start.contains("mimetypeapplication/vnd.oasis.opendocument.spreadsheet") { return .ods }
    let names = (try? ZipArchive(bytes, name: ""))?.members.map(\.name)
    func has(_ name: String) -> Bool { names?.contains { $0.hasPrefix(name) } ?? start.contains(name) }
    guard has("[Content_Types].xml") else { return .zip }
    return has("word/") ? .docx : has("ppt/") ? .pptx : .xlsx
  }

  /// A command that writes the records to standard output, if one is known; `path` is `nil` for standard input.
  func filter(of path: String?) -> String? {
    switch self {
    case .bzip2: return Self.decompression("bzip2", path)
    case .xz: return Self.decompression("xz", path)
    case .lz4: return Self.decompression("lz4", path)
    case .compress: return Self.decompression("gzip", path)
    default: return path.flatMap(export)
    }
  }

  private static func decompression(_ program: String, _ path: String?) -> String {
    "\(program) -dc" + (path.map { " " + $0.shellWord } ?? "")
  }

  private func export(of path: String) -> String? {
    let file = path.shellWord
    return switch self {
    case .ods, .xls: "ssconvert -T Gnumeric_stf:stf_csv \(file) fd://1"
    case .sevenZip: "7z x -so \(file)"
    case .parquet: "duckdb -csv -c \(Self.selection(from: path))"
    case .sqlite: "sqlite3 -safe -header -csv \(file) 'SELECT * FROM \"TABLE\"'"
    // A program that writes what a workbook shows would lose the digits that it does not show.
    case .xlsx, .avro, .pdf, .docx, .pptx, .png, .jpeg, .gif, .tiff, .program, .html, .xml, .zip, .tar, .bzip2, .xz,
      .lz4, .compress:
      nil
    }
  }

  /// SQL that selects all of a file, as a word of a shell's command line.
  private static func selection(from path: String) -> String {
    guard path.shellWord != path else { return "\"FROM '\(path)'\"" }
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return "FROM '\(parts.joined(separator: "''"))'".shellWord
  }

  func remark(on path: String) -> String? {
    self == .sqlite ? "where TABLE is one of those that sqlite3 \(path.shellWord) .tables lists" : nil
  }
}

/// Names that say something else than the bytes.
extension ForeignFormat {
  /// Refuses a file whose name says something that its content is not, unless it is said how to read it.
  ///
  /// Text in a file of such a name would be compared as the records that it is not.
  static func checkName(of storage: ByteStorage, _ name: String, _ options: ReadOptions) throws(RecordError) {
    let bytes = storage.bytes
    guard options.format == nil, !options.readsAnything, let wanted = content(named: name), !Gunzip.recognizes(bytes),
      !Unzstd.recognizes(bytes), !ZipArchive.recognizes(bytes), ForeignFormat(of: bytes, named: name) == nil,
      cutOff(bytes, name) == nil
    else { return }
    throw misnamed(bytes, as: wanted, name)
  }

  private static func misnamed(_ bytes: BytesView, as wanted: String, _ name: String) -> RecordError {
    let found: RecordError.Misnamed = bytes.isEmpty ? .nothing : looksLikeText(bytes) ? .text : .unknown
    return RecordError(.misnamed(found, as: wanted), file: name)
  }

  /// Refuses what was inflated where the name within says something else, as in `x.parquet.gz`.
  static func checkInnerName(_ inner: String?, of plain: ByteStorage, _ name: String) throws(RecordError) {
    guard let inner, let wanted = ForeignFormat(fileName: inner) else { return }
    throw misnamed(plain.bytes, as: wanted.rawValue, name)
  }

  private static func content(named name: String) -> String? {
    if let format = ForeignFormat(fileName: name) { return format.rawValue }
    return FileEnding.packing(of: name).map { $0 == ".gz" ? "gzip data" : "zstd data" }
  }

  /// The format that a file is compressed in by its name, of which it has only a beginning, too short to be told by.
  static func cutOff(_ bytes: BytesView, _ name: String) -> String? {
    switch FileEnding.packing(of: name) {
    case ".gz": Gunzip.isCutOff(bytes) ? Gunzip.format : nil
    case ".zst": Unzstd.isCutOff(bytes) ? Unzstd.format : nil
    default: nil
    }
  }
}
