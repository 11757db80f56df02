import Rules

/// The files of a plug-in to start with.
package struct PluginTemplate {
  package let name: String
  /// Plug-ins whose additions an editor is to know.
  package let known: [PluginListing]

  package init(name: String, known: [PluginListing]) {
    self.name = name
    self.known = known
  }

  package var files: [(path: String, text: String)] {
    [
      (PackageFiles.folderFile, plugin), ("cents.lua", helper), ("\(name).test.lua", tests),
      (".luarc.json", settings), (".annotations/luna.d.lua", LuaAnnotations.text),
      (".annotations/plugins.d.lua", PluginAnnotations(of: known).text),
    ]
  }

  private var plugin: String {
    """
    -- Amounts of money: what a plug-in looks like. See lunadiff plugins --help, and docs/plugins.md.
    local cents = require "\(name).cents"

    ---@type luna.Plugin
    return {
      name = "\(name)", version = "0.1.0", api = 1, license = "MIT",
      summary = "Amounts are equal if they are the same number of cents",
      -- What it needs of other plug-ins: requires = { "base >= 1.2" },

      -- equal = { price = luna.compare.\(name).same() }
      comparators = {
        same = function() return function(a, b) return cents(a) == cents(b) end end,
      },
      -- lunadiff OLD NEW --format \(name):sums --format-option column=price
      formats = {
        sums = {
          write = function(changes, out, options)
            for change in changes:each() do
              local record = assert(change.new or change.old)
              out:write(change.kind, " ", tostring(cents(record[options.column])), "\\n")
            end
          end,
          options = { column = { default = "price", summary = "the column of the amounts" } },
        },
      },
    }

    """
  }

  private var helper: String {
    """
    -- A helper: require "\(name).cents" gives what it returns.

    ---@param value luna.Value
    ---@return integer?
    return function(value)
      local number = tonumber(value)
      return number and math.floor(number * 100 + 0.5)
    end

    """
  }

  private var tests: String {
    """
    -- lunadiff test \(name)
    return {
      ["less than half a cent is nothing"] = {
        rules = "{ identity = 'id', equal = { price = luna.compare.\(name).same() } }",
        old = "id,price\\n1,2.001\\n", new = "id,price\\n1,2.004\\n", expect = { same = true },
      },
      ["a cent is a difference"] = {
        rules = "{ identity = 'id', equal = { price = luna.compare.\(name).same() } }",
        old = "id,price\\n1,2.00\\n", new = "id,price\\n1,2.01\\n",
        expect = { updated = 1, columns = { "price" } },
      },
    }

    """
  }

  private var settings: String {
    """
    {
      "runtime.version": "Lua 5.4",
      "workspace.library": [".annotations"],
      "diagnostics.disable": ["lowercase-global"]
    }

    """
  }
}
