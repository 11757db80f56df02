-- Reads a sheet of an Excel workbook, the first one unless it is named, by the program xlsx2csv.

local function command(input, options)
  local sheet = options.sheet and "--sheetname=" .. options.sheet or "--sheet=" .. options.number
  return { "xlsx2csv", sheet, input.path }
end

return {
  name = "xlsx", version = "1.0", summary = "Sheets of Excel workbooks, by xlsx2csv",
  readers = {
    xlsx = {
      command = command,
      output = "csv",
      install = "pip install xlsx2csv, or apt install xlsx2csv",
      extensions = { "xlsx", "xlsm" },
      sniff = function(start)
        return start:sub(1, 4) == "PK\3\4" and start:find("[Content_Types].xml", 1, true) ~= nil
      end,
      options = {
        sheet = { summary = "the sheet's name" },
        number = { type = "integer", default = 1, summary = "the sheet's number, counted from 1" },
      },
    },
  },
}
