// The other targets of this package see all rooms by one import.
@_exported import Batch
@_exported import class LuaRuntime.LuaInterrupt
@_exported import RecordDiff
@_exported import Records
@_exported import Reports
@_exported import Requests
@_exported import Rules
@_exported import Scripting
@_exported import StagedDiff
