-- A report format of one's own.
return function(changes, out)
  out:write("# ", changes:summary(), "\n")
  for c in changes:each() do
    out:write("- ", c.kind, " **", c.key, "**")
    for _, column in ipairs(c.columns) do
      out:write((" `%s`: %s → %s"):format(column, c.old[column], c.new[column]))
    end
    out:write("\n")
  end
end
