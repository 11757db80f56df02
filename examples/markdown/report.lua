-- lunadiff run report.lua OLD NEW: writes the report to standard output.
local report = require "markdown"
report(luna.diff(luna.load(arg[1]), luna.load(arg[2]), { identity = "id" }), io.stdout)
