import Comparing
import Platform
import Records

package protocol ReadingRequest {
  var options: ComparisonOptions { get set }
  /// The paths of the two inputs that have options of their own; `nil` where there are none.
  var sides: Sides<String?> { get }
  /// The paths by which the project is found that they belong to: that of the first of them in one.
  var places: [String] { get }
}

extension ReadingRequest {
  package var sides: Sides<String?> { Sides { _ in nil } }
  package var places: [String] { [sides.target, sides.source].compactMap(\.self) }

  /// The error as a message, which names the options for the side where the input is.
  package func message(of error: any Error) -> LunaDiffError {
    var message: LunaDiffError
    if let error = error as? RecordError {
      let owners = Side.allCases.filter { sides[$0].map(InputName.of) == error.file }
      message = LunaDiffError(owners.count == 1 ? error.of(side: owners[0].ruleName) : error)
      if let hint = folderHint(error.file) { message = message.with(hint) }
    } else {
      message = LunaDiffError(error)
    }
    return absentReaders.first.map { message.with(Hint($0)) } ?? message
  }

  /// That a folder was given beside a file, where one of the folder's files cannot be read: all are one table.
  private func folderHint(_ file: String) -> Hint? {
    guard let side = Side.allCases.first(where: { sides[$0].map(FilePath.isDirectory) ?? false }),
      let folder = sides[side], let other = sides[side.other], !FilePath.isDirectory(other),
      file != other, file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    else { return nil }
    let namesake = FilePath.joined(folder, FilePath.name(of: other))
    let own = FilePath.exists(namesake) ? "; \(namesake.shellWord) is the one that is called as the other input" : ""
    let some = FilePath.joined(folder, "*.csv").shellWord
    return Hint("\(folder) is a folder, and all of its files are one table: a pattern such as \(some) takes some\(own)")
  }

  /// What is said of plug-ins that cannot be used, and might read an input.
  package var absentReaders: [String] {
    let names = Side.allCases.compactMap { side -> String? in
      let isChosen =
        options.read.format != nil || options.overrides[side].format != nil || options.readers[side].name != nil
        || options.contents[side] != nil
      return isChosen ? nil : sides[side]
    }
    return options.pluginProgram.absentReaders(of: names)
  }
}

extension PatchRequest: ReadingRequest {}

extension MergeRequest: ReadingRequest { package var places: [String] { [paths[1], paths[0]] } }

extension DiffRequest: ReadingRequest { package var sides: Sides<String?> { Sides(source: old, target: new) } }

extension ProbeRequest: ReadingRequest { package var sides: Sides<String?> { Sides(source: old, target: new) } }

/// Does what a request asks for, watching its inputs; that one of them changed is the error, whatever else went wrong.
package func watchingInputs<Request: ReadingRequest, Result>(of request: Request, _ work: (Request) throws -> Result)
  throws(LunaDiffError) -> Result
{
  let watch = InputWatch()
  var request = request
  request.options.read.watch = watch
  do {
    try request.options.joinProject(of: request.places)
    return try watch.guarding { try work(request) }
  } catch { throw request.message(of: error) }
}
