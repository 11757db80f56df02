-- Reads Parquet files by the program duckdb, or by Python with duckdb or pyarrow.

-- duckdb quotes a text that is empty; an empty cell that is not quoted is null.
-- The path is no pattern, and its folders are no columns.
local sql = [[COPY (FROM read_parquet(regexp_replace(getenv('LUNADIFF_INPUT'), '[*?[]', '[\0]', 'g'),
  hive_partitioning = false)) TO '/dev/stdout' (FORMAT csv, HEADER)]]

-- With -I, Python imports nothing from the current directory or PYTHONPATH. The user's own packages are added again.
local python = [[
import os
import re
import site
import sys
site.addsitedir(site.getusersitepackages())
path = os.environ["LUNADIFF_INPUT"]
try:
    import duckdb
except ImportError:
    try:
        from pyarrow import csv, parquet
    except ImportError:
        sys.exit("Python has neither duckdb nor pyarrow; pip install duckdb")
    file = parquet.ParquetFile(path)
    with csv.CSVWriter(sys.stdout.buffer, file.schema_arrow) as writer:
        for batch in file.iter_batches():
            writer.write_batch(batch)
else:
    path = re.sub("[*?[]", r"[\g<0>]", path)
    records = duckdb.read_parquet(path, hive_partitioning=False)
    records.write_csv("/dev/stdout", header=True)
]]

local function command(input)
  if input:has "duckdb" or not input:has "python3" then
    return { "duckdb", "-batch", "-init", "/dev/null", "-c", sql }
  end
  return { "python3", "-I", "-c", python }
end

return {
  name = "parquet", version = "1.0", summary = "Parquet files, by duckdb or Python's duckdb or pyarrow",
  readers = {
    parquet = {
      command = command,
      output = { format = "csv", null = "" },
      install = "pip install duckdb-cli, or brew install duckdb",
      extensions = { "parquet" },
      sniff = function(start) return start:sub(1, 4) == "PAR1" end,
      options = {},
    },
  },
}
