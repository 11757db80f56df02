---@meta _
-- What scripts find in `luna`, for editors with a Lua language server. Nothing runs this file.
-- Each folder of rules or plug-ins may have a copy of its own: that all say the same is no mistake.
---@diagnostic disable: duplicate-doc-alias, duplicate-doc-field, duplicate-set-field

--- The one global that LunaDiff adds. Neither it nor a table in it can be written; a name that it lacks is an error.
---@class luna
luna = {}

--- A null that a table can hold: what JSON's `null` is inside tables. Of a record, null is `nil`.
---@type luna.Null
luna.null = {}

--- The type of `luna.null`.
---@class luna.Null

--- A value of a record: text is a string, a JSON number an integer or float where that is exact and else its text;
--- null and what is absent are nil; nested JSON is a table. A table that goes back is nested JSON again. An object
--- that was read stays one even where it is empty; an empty table that a script makes is a list.
---@alias luna.Value string|number|boolean|table|nil

--- A report format: text, json and the like, or a plug-in's as `"NAME:x"`.
---@alias luna.FormatName string

--- How an input is read: csv, json and the like, or a plug-in's reader as `"NAME:x"`.
---@alias luna.ReaderName string

--- Rules that are a file, or a plug-in's as `"NAME:x"`.
---@alias luna.RulesName string

--- Decides whether two values are equal. A table `equal` takes comparators by column; each can be called, too.
---@alias luna.Comparator fun(old: luna.Value, new: luna.Value): boolean

--- Rewrites a value before identity and comparison see it. A table `normalize` takes normalizers by column.
---@alias luna.Normalizer fun(value: luna.Value): luna.Value

--- What values go through, one thing after another.
---@alias luna.Steps luna.Normalizer|string|(luna.Normalizer|string|luna.Sides)[]

--- For two sides that are written differently, what the values of each go through. Values of the same text are then looked at as
--- others are: one that was not converted is a difference. Where one side becomes numbers or dates, the other's are read as such.
---@class luna.Sides
---@field old? luna.Steps What the values of OLD go through
---@field new? luna.Steps What the values of NEW go through

--- What a column is made of: another one, a list of parts and behind them of what the whole goes through, or a function of a
--- record. A part is a column, a text without letters and digits as it stands, `{ text = "…" }`, or a list again. A missing part is
--- nothing; where all columns are missing, the value is null.
---@alias luna.Made string|table|fun(record: luna.Record): luna.Value

--- A record of an input: `record.column` is a value, also by a path into nested JSON, `record["address.city"]`.
--- A column that there is not is an error, and so is writing to a record. `pairs(record)` visits columns in order.
---@class luna.Record
---@field [string] luna.Value

--- What a rules file returns, or defines as globals of the same names. Every field is optional.
---@class luna.Rules
---@field identity? string|table|luna.Passes|fun(record: luna.Record): luna.Value, luna.Value, luna.Value What makes two records the same: a column, columns together, or a function of one record; several returns are a composite key. `luna.identity.first`: several of these, one after another. "none": the whole record. Without it a key is searched for
---@field equal? table<string, luna.Comparator|string|fun(old: luna.Value, new: luna.Value, context: luna.Context): boolean>|fun(old: luna.Record, new: luna.Record): boolean, string[]? When the content is equal: comparators by column, `*` for every other one; or a function of both records, which may name the columns that differ. A text names a comparator of `luna.host`
---@field ignore? string|string[] Columns that are not compared; `"updated_at?"` need not be there
---@field only? string|string[] The only columns that are compared
---@field normalize? table<string, luna.Steps|luna.Sides> Rewrites values, by column, before any rule sees them, those of one side alone too: `{ old = luna.text.scale(0.01) }`; `*` is every column without an own one. A text names a normalizer of `luna.host`
---@field filter? luna.Condition|fun(record: luna.Record): boolean Which records take part
---@field group? luna.Group|{ old: luna.Group?, new: luna.Group? } Makes groups of records before these are paired, on both sides or on one
---@field section? string|fun(record: luna.Record): luna.Value What divides the records into sections
---@field section_key? string|string[] The identity of a section of nested JSON
---@field elements? string The member that holds a section's records in nested JSON
---@field lists? table<string, luna.ListRule|string|string[]|luna.Rules|fun(element: luna.Value): luna.Value> What tells the elements of a list inside a value apart, by the list's column or path: members, a function of an element, a rule of `luna.list`, or a table with `identity`, other rules of the elements and, where it means nothing in which order they stand, `ignore_order = true`. Without one they are compared as a sequence
---@field json? string|string[] Columns whose cells hold JSON, to be compared as such
---@field columns? table<string, luna.Made|{ old: luna.Made?, new: luna.Made? }> Columns that are made of others, by their names, which no column has: usable wherever a column is named, shown nowhere but where they differ
---@field rename? table<string, string> Columns of OLD that have another name in NEW, `{ old = "new" }`; or members of objects, `{ ["shipTo.zip"] = "ship_to.zip_code" }`
---@field tolerance? number|string|table<string, number|string> Numbers this close are equal, as in 0.01 or "1%": in every column, or by column
---@field ignore_case? boolean The case of texts means nothing, in keys and values of every column
---@field trim? boolean White space at the ends of texts means nothing, in keys and values of every column
---@field null? string|string[] Texts that mean null where they are not quoted
---@field ragged? "error"|"pad"|"skip" What happens to rows with too few or too many cells
---@field ignore_order? boolean No record is moved, unless into another section
---@field moves? "minimal"|"heckel" How moves are found
---@field duplicates? "match"|"pair"|"error" What happens to several records of one identity
---@field key_as? "text"|"number" What the values of key columns are taken for, so that text and numbers can be the same
---@field strict_columns? boolean A column that one side lacks makes its records updated
---@field limits? table<string, luna.Limit|table<string, luna.Limit>|table<string, table<string, luna.Limit>>> How many changes do not count: by kind (`updated = "0.1%"`), by column or path (`price = { warn = "1%", fail = "5%" }`); `columns` and `sections` have them by name, where a name would be another word: `sections = { north = { deleted = 5 }, ["*"] = { updated = 10 } }`
---@field mask? string|string[] Columns whose values no report shows: `***` stands for them, and a digest for a key

--- A whole number, or a part of the old records as `"0.1%"`: above `fail` changes count, above `warn` they warn.
---@alias luna.Limit number|string|{ warn: number|string|nil, fail: number|string|nil }

--- How records become groups: `{ by = "order", sum = { "amount" }, count = true }`. What is made of a column is made of its values after `normalize`, and has its
--- name, or the one that is given: `max = { latest = "day" }`.
---@class luna.Group
---@field by string|string[] The columns whose values the records of a group have in common
---@field filter? luna.Condition|fun(record: luna.Record): boolean Which records take part, beside what the rule `filter` says
---@field count? boolean|string How many records the group has, as `count` or under another name
---@field sum? string|table<integer|string, string> The exact sums of columns, of decimals of any length; empty values add nothing, and what is no number is an error
---@field min? string|table<integer|string, string> The least values: by value where all are numbers, else by their bytes; empty ones are none
---@field max? string|table<integer|string, string> The greatest values
---@field first? string|table<integer|string, string> The values of the first records
---@field last? string|table<integer|string, string> The values of the last records
---@field distinct? string|table<integer|string, string> How many different values there are; empty ones are none
---@field make? table<string, fun(records: luna.Record[]): luna.Value> Columns that functions make of the list of records

--- What a comparator of a column is told beside two values, if it has a third parameter.
---@class luna.Context
---@field old luna.Record
---@field new luna.Record
---@field column string The column, or the path

-- Declared filters -----------------------------------------------------------------------------------------------

--- Conditions for `filter` that run natively: `filter = luna.where.column("status").is_not("draft")`.
---@class luna.where
luna.where = {}

--- A column, or a path, of which something is asked; with `?` behind its name it need not be there.
---@param name string
---@return luna.Column
function luna.where.column(name) end

--- What can be asked of a column's value. A number is looked for by its value, also in texts that spell one.
---@class luna.Column
---@field is fun(value: string|number|boolean): luna.Condition It is this
---@field is_not fun(value: string|number|boolean): luna.Condition It is anything else, or nothing
---@field one_of fun(...: string|number|boolean|table): luna.Condition It is one of these, or of a list
---@field is_null fun(): luna.Condition It is null or absent
---@field matches fun(pattern: string): luna.Condition It is text, or a number as it is spelled, in which a Lua pattern is found
---@field less fun(number: number): luna.Condition It is a number below this one; exact, however many digits it has
---@field greater fun(number: number): luna.Condition
---@field at_most fun(number: number): luna.Condition
---@field at_least fun(number: number): luna.Condition

--- What a filter asks of a record; `a & b`, `a | b` and `~a` join conditions. Methods take a point or a colon:
--- `a.and_(b)` and `a:and_(b)` are the same.
---@class luna.Condition
---@field and_ fun(other: luna.Condition): luna.Condition Both hold
---@field or_ fun(other: luna.Condition): luna.Condition One of them holds
---@field not_ fun(): luna.Condition This does not hold
---@operator band(luna.Condition): luna.Condition
---@operator bor(luna.Condition): luna.Condition
---@operator bnot: luna.Condition

-- The app ------------------------------------------------------------------------------------------------------

--- What the app offers that LunaDiff is embedded in: functions, comparators and normalizers of its own, in tables by the
--- parts of their names, as in `luna.host.acme.rate(country)`. Without such an app there is none, and asking for it is an
--- error.
---@type table<string, any>
luna.host = nil

-- Comparators ---------------------------------------------------------------------------------------------------

--- Makers of comparators for the columns of `equal`. They run natively, and can be called from a function:
--- `luna.compare.number(0.01)(a, b)`. A plug-in's stand below its name: `luna.compare.money.rounded(2)`.
---@class luna.compare
luna.compare = {}

--- Equal by exact value: what holds without any comparator. JSON numbers compare by value whatever their spelling.
---@return luna.Comparator
function luna.compare.exact() end

--- Numbers this close are equal; text that is no number compares exactly.
--- Named options: `luna.compare.number { relative = 0.01 }`.
---@param absolute? number|{ absolute: number?, relative: number? } The largest difference, 0 if not given
---@param relative? number The largest difference as a share of the larger number; either will do
---@return luna.Comparator
function luna.compare.number(absolute, relative) end

--- Text without regard to case, of any alphabet.
---@return luna.Comparator
function luna.compare.nocase() end

--- Text without the white space around it.
---@return luna.Comparator
function luna.compare.trim() end

--- Text in which any run of white space is one space, and none stands around it.
---@return luna.Comparator
function luna.compare.spaces() end

--- Dates and times, by the moment that they mean. What is no date compares exactly.
--- Named options: `luna.compare.date { tolerance = 1, formats = { "%d.%m.%Y", "iso" }, zone = "+01:00" }`.
--- All [formats](rules.md#date-formats); names of time zones such as `Europe/Berlin` are not supported.
---@param tolerance? number|{ tolerance: number?, formats: string[]?, zone: string? } Seconds that they may be apart
---@param ... string How dates are written, as for `strptime`; without any, `iso`
---@return luna.Comparator
function luna.compare.date(tolerance, ...) end

--- Lists in one text, in any order.
---@param separator? string|{ separator: string?, trim: boolean? } What stands between, a comma if not given
---@param trim? boolean Whether white space around the parts counts for nothing
---@return luna.Comparator
function luna.compare.list(separator, trim) end

--- JSON by meaning: members in any order, numbers by value, also where the JSON is in a text.
---@return luna.Comparator
function luna.compare.json() end

--- Only what a Lua pattern finds: its captures, or all of it. A value that takes more than 50 million steps is an error; only
--- a pattern with `%1` and the like, or `%b` where thousands of brackets stay open, takes as many.
---@param pattern string
---@return luna.Comparator
function luna.compare.pattern(pattern) end

--- Texts that are alike enough are equal: of a likeness from 0 to 1 that is at least `threshold`. Named options:
--- `luna.compare.similar { method = "cosine", threshold = 0.8 }`. By characters: `jaro`, `jaro_winkler`, `levenshtein` (the share of
--- the longer text that insertions, deletions and replacements leave) and `damerau` (swapped neighbours are one edit); texts of more
--- than 1,024 code points compare exactly. By words, whatever their order: `token_set` (Dice). By pairs of neighbouring characters:
--- `cosine` and `jaccard`. Case and accents count; `normalize` takes them away.
---@param method? "jaro"|"jaro_winkler"|"levenshtein"|"damerau"|"token_set"|"cosine"|"jaccard"|{ method: string?, threshold: number? } `jaro_winkler` if not given
---@param threshold? number Above 0 and at most 1, 0.9 if not given
---@return luna.Comparator
function luna.compare.similar(method, threshold) end

--- Texts whose words sound alike are equal: English by `soundex` or `metaphone`, German by `cologne` (Kölner Phonetik). Accents do
--- not count, nor does what is no letter; texts without letters compare exactly.
---@param method? "soundex"|"metaphone"|"cologne" `soundex` if not given
---@return luna.Comparator
function luna.compare.phonetic(method) end

--- Null, absent and these texts are the same; everything else compares exactly.
---@param ... string
---@return luna.Comparator
function luna.compare.null_as(...) end

--- Equal if any of these says so. With a function among them it is a function, and runs in Lua; what is no boolean is an
--- error.
---@param ... luna.Comparator
---@return luna.Comparator
function luna.compare.any(...) end

--- Equal if all of these say so. With a function among them it is a function, and runs in Lua; what is no boolean is an
--- error.
---@param ... luna.Comparator
---@return luna.Comparator
function luna.compare.all(...) end

-- Lists ---------------------------------------------------------------------------------------------------------

--- Ways to tell the elements of a list inside a value apart, for the paths of `lists`.
---@class luna.list
luna.list = {}

--- One of these ways.
---@class luna.ListRule

--- A list without order; an element that stands there twice counts twice.
---@type luna.ListRule
luna.list.set = nil

--- Elements are told apart by their places.
---@type luna.ListRule
luna.list.position = nil

--- Elements are told apart by their values, in order: what holds without any rule.
---@type luna.ListRule
luna.list.sequence = nil

-- Identities in passes ------------------------------------------------------------------------------------------

--- What tells records apart in several passes.
---@class luna.identity
luna.identity = {}

--- Several passes of an identity.
---@class luna.Passes

--- A pass that pairs what is nearly the same.
---@class luna.Pass

--- Passes of an identity: what the first one cannot pair, the next one may. The first is the key that reports show; it and
--- the others are a column, a list of columns or a function of a record, and the others may be `luna.identity.near` or
--- `luna.identity.score`, which may also be the first or the whole identity: then its columns are shown as the key. A record
--- whose key is absent, null or empty in a part takes no part in a pass.
---@param ... string|string[]|luna.Pass|fun(record: luna.Record): luna.Value, luna.Value, luna.Value
---@return luna.Passes
function luna.identity.first(...) end

--- Pairs records that have the same `block` and of which the texts in `by` are nearly the same: at most `distance` code points
--- (1 to 16) have to be inserted, deleted or replaced to make one text of the other. In a block the nearest two pair first; of
--- equally near ones those that stand first. A block of more than `max_block` records of both sides together is left out, and
--- a text of more than 1,024 code points, with a warning.
---@param options { block: string|string[], by: string, distance?: integer, max_block?: integer } `distance` is 1, `max_block` 1000 if they are not said
---@return luna.Pass
function luna.identity.near(options) end

--- A key's column after some steps: `identity = luna.key(luna.text.trim, luna.text.lower, "email")`, alone, in a list of columns or as
--- a pass. The column itself is compared as it stands.
---@param ... luna.Normalizer|luna.Sides|string The steps, and then the column's name
---@return table
function luna.key(...) end

--- Pairs records of one block by what several of their columns say together: a score from 0 to 1.
---
--- - `block`: what records must share to be compared: a column, a list of columns, and in it columns with normalizers of the block's
---   own, as `{ "last", luna.text.fingerprint }`, `luna.key(luna.text.lower, "last")` or `luna.text.phonetic("last")`. `blocks` is a list
---   of such: any of them will do. A block of more than `max_block` records of both sides together (1000) is left out, with a warning
---   that names its value.
--- - `by`: for each column the comparator that says how alike two values are, or a list of it and its weights, as
---   `{ luna.compare.nocase(), 4.5, -2 }`. An empty value says nothing. Numbers and dates that are further apart than their comparator
---   allows count for the allowed distance's share of theirs.
--- - `weights`: numbers, 1 if not said: the score is the mean of the likenesses, each as often as its weight; where less than half of
---   the weights have values there is none. Or lists of evidence, as `lunadiff learn --identity` finds them: how many bits equal,
---   alike (the comparator says so) and different values add to the `odds` that two records of a block are the same; of two numbers
---   the first is for both equal and alike. The score then is a probability. Or the name of a file beside the rules that returns such
---   a table, or that `lunadiff learn --identity` has written: its odds and threshold hold unless others stand here.
--- - `threshold`: the least score of a pair, 0.9 if not said.
---
--- Of all pairs the best are made first, each record once, whatever the order of the files. Where the best partner of a record is not
--- ahead of the next by `margin` (0.02, or 2 bits of evidence), no pair is made of these: `ambiguous = "report"` lists them, as
--- `changes.passes[i].ambiguous` and with a warning; `"error"` is an error.
---@param options { block: string|table, blocks: table, by: table<string, luna.Comparator|table>, weights: table<string, number|number[]>|string|nil, odds: number?, threshold: number?, margin: number?, max_block: integer?, ambiguous: string? } One of `block` and `blocks`, and `by`
---@return luna.Pass
function luna.identity.score(options) end

-- Normalizers ---------------------------------------------------------------------------------------------------

--- Normalizers for the columns of `normalize`. They run natively, and can be called: `luna.text.lower(r.email)`.
--- A number counts as its text, and stays a number if nothing changes. Other values pass unchanged. A plug-in's stand below its name.
---@class luna.text
luna.text = {}

--- Takes white space away from both ends.
---@type luna.Normalizer
luna.text.trim = nil

--- Takes white space away from both ends, and makes every run of it one space.
---@type luna.Normalizer
luna.text.squeeze = nil

--- Lower case, of any alphabet.
---@type luna.Normalizer
luna.text.lower = nil

--- Upper case, of any alphabet.
---@type luna.Normalizer
luna.text.upper = nil

--- Unicode's composed form, so that `é` is one however it was typed.
---@type luna.Normalizer
luna.text.nfc = nil

--- Only the digits, as for telephone numbers.
---@type luna.Normalizer
luna.text.digits = nil

--- A number in its shortest spelling: `1.50` and `+1.5` become `1.5`.
--- Named options: `luna.text.number { decimal = ",", group = "." }`.
---@param decimal? string|{ decimal: string?, group: string? } The decimal separator, a point if not given
---@param group? string The mark between groups of three digits; text with other groups stays unchanged
---@return luna.Normalizer
function luna.text.number(decimal, group) end

--- A date as ISO 8601 in UTC. Named options: `luna.text.date { formats = { "%d/%m/%Y" }, zone = "+01:00", days = true }`;
--- with `days` the day alone, as it is in `zone`: of a text without a zone, the day that stands there.
--- All [formats](rules.md#date-formats); names of time zones such as `Europe/Berlin` are not supported.
---@param ... string|{ formats: string[]?, zone: string?, days: boolean? } How dates are written, as for `strptime`
---@return luna.Normalizer
function luna.text.date(...) end

--- Another text for each of these; others stay. A value may be `luna.null`.
---@param words table<string, string|number>
---@return luna.Normalizer
function luna.text.map(words) end

--- Replaces what a Lua pattern finds; `%1` stands for a capture. A value that takes more than 50 million steps is an error, as
--- with `luna.compare.pattern`, and so is one of more than a mebibyte that gets more than 64 times as long,
--- or 64 MiB longer.
---@param pattern string
---@param replacement string
---@return luna.Normalizer
function luna.text.replace(pattern, replacement) end

--- This text where there is nothing: null, absent.
---@param text string
---@return luna.Normalizer
function luna.text.default(text) end

--- Null for each of these texts.
---@param ... string
---@return luna.Normalizer
function luna.text.null_if(...) end

--- The first characters; with a text, that text in front.
---@param what integer|string
---@return luna.Normalizer
function luna.text.prefix(what) end

--- The last characters; with a text, that text behind.
---@param what integer|string
---@return luna.Normalizer
function luna.text.suffix(what) end

--- Takes a text away where it stands in front, and another behind. Named options: `luna.text.strip { suffix = " EUR" }`.
---@param prefix? string|{ prefix: string?, suffix: string? }
---@param suffix? string
---@return luna.Normalizer
function luna.text.strip(prefix, suffix) end

--- A number times a factor, exactly: `scale(0.01)` makes euros of cents, `scale(-1)` turns the sign. What is no number stays.
---@param factor number|string At most 18 digits, and not 0
---@return luna.Normalizer
function luna.text.scale(factor) end

--- Per cent as a number: `12.5 %` becomes 0.125. A number without the sign stays the number that it is.
---@return luna.Normalizer
function luna.text.percent() end

--- A number with its sign in front: `(12.50)` and `12.50-` become -12.5. Words may stand for signs, before the number or behind it:
--- `luna.text.sign("CR", "DR")`, `luna.text.sign { minus = { "CR", "H" } }`.
---@param minus? string|{ minus: (string|string[])?, plus: (string|string[])? } What makes a number negative
---@param plus? string What leaves it as it is
---@return luna.Normalizer
function luna.text.sign(minus, plus) end

--- OpenRefine's fingerprint: the words in lower case and ASCII letters, without punctuation, sorted, each once. `Café de la Paix`
--- and `PAIX, DE LA CAFE` become `cafe de la paix`.
---@type luna.Normalizer
luna.text.fingerprint = nil

--- OpenRefine's n-gram fingerprint: all runs of `length` characters of the text without spaces, in lower case and ASCII letters,
--- without punctuation, sorted, each once: `Paris` becomes `arispari`.
---@param length? integer From 1 to 16, 2 if not given
---@return luna.Normalizer
function luna.text.ngram_fingerprint(length) end

--- Words as they sound, by their codes: English by `soundex` or `metaphone`, German by `cologne` (Kölner Phonetik). A text without
--- letters stays. In a block of `luna.identity.score`, `luna.text.phonetic("last", "cologne")` is the column `last` as it sounds; a column
--- whose name is nearly a method's is written `{ "sounds", luna.text.phonetic() }` there.
---@param method? string `soundex` if not given; for a part of a block, a column
---@param of_column? "soundex"|"metaphone"|"cologne" The method, if the first argument is a column
---@return luna.Normalizer
function luna.text.phonetic(method, of_column) end

--- Takes accents away: `Müller` becomes `Muller`, `ß` stays.
---@type luna.Normalizer
luna.text.unaccent = nil

--- ASCII letters for those of Latin, Greek (ISO 843) and Cyrillic (GOST 7.79) with and without accents: `Straße` becomes `Strasse`.
--- What has no such letter stays.
---@type luna.Normalizer
luna.text.transliterate = nil

-- Helpers -------------------------------------------------------------------------------------------------------

--- Visits a table's pairs in an order that is the same in every run: numbers, then text. `pairs` visits in no order.
---@param t table
---@return fun(): any, any
function luna.sorted(t) end

--- Cuts a text up where a separator stands, which is plain text: `luna.split("a;b", ";")`. There is one part more than there are
--- separators.
---@param text string
---@param separator string
---@return string[]
function luna.split(text, separator) end

--- The number of this interface, which a plug-in may ask for: `api = 1`.
---@type integer
luna.api = 1

--- The version of LunaDiff: `"1.2.3"`.
---@type string
luna.version = ""

--- Data beside the rules: a file's records by the values of one of its columns, `rates["EUR"].rate`, nil where there is none.
--- It is read once, and all threads share it; a value that occurs twice is an error. The path begins at the rules file, and
--- leads to no file that is not beside it or below; in a driver script to any.
---@param file string
---@param column string
---@param options? { types: table<string, "number"|"text">?, format: string?, delimiter: string?, null: (string|string[])?, header: boolean?, columns: string|string[]?, encoding: string? } How it is read, as for `luna.load`, and `types`: what the texts of columns are to be
---@return luna.Lookup
function luna.lookup(file, column, options) end

--- What `luna.lookup` returns; `#rates` is how many records there are.
---@class luna.Lookup
---@field [any] luna.Record

--- JSON as text.
---@class luna.json
luna.json = {}

--- A value or a record as JSON. `luna.null` is null, and an empty table `[]` unless `luna.json.object` made it. A record's numbers
--- stay as they are spelled.
---@param value any
---@return string
function luna.json.encode(value) end

--- Lets a table be an object of JSON even where it is empty.
---@param table? table
---@return table
function luna.json.object(table) end

--- CSV as text.
---@class luna.csv
luna.csv = {}

--- A row without its end. `luna.null` is an empty cell, the empty text one in quotes.
---@param cells any[]
---@return string
function luna.csv.row(cells) end

--- SQL as text, with quotes as the standard has them.
---@class luna.sql
luna.sql = {}

--- A value: `NULL`, `TRUE`, `1.5`, `'it''s'`; a table is the text of its JSON.
---@param value any
---@return string
function luna.sql.literal(value) end

--- A name in double quotes; of several, as of a schema and a table, with dots between them.
---@param name string
---@param ... string
---@return string
function luna.sql.name(name, ...) end

--- The plug-ins that were found, by name: `luna.plugins.money.version`. `require "money"` gives the same table.
---@type table<string, luna.Plugin>
luna.plugins = {}

--- What a plug-in's file returns.
---@class luna.Plugin
---@field name string What everything that it adds stands under
---@field version? string
---@field summary? string One line about it
---@field license? string The terms under which it may be used, such as `"MIT"`
---@field requires? string[] Plug-ins that it needs, each with the versions that will do: `"base"`, `"base >= 1.2"`, `"base >= 1.2, < 2"`
---@field api? integer The interface that it is written for: 1
---@field comparators? table<string, fun(...): luna.Comparator> Used as `luna.compare.NAME.x(…)`
---@field normalizers? table<string, fun(...): luna.Normalizer> Used as `luna.text.NAME.x(…)`
---@field formats? table<string, luna.WriteFunction|luna.Format> Used as `--format NAME:x`
---@field readers? table<string, luna.ReadFunction|luna.Reader> Used as `--input-format NAME:x`
---@field rules? table<string, luna.Rules> Used as `-r NAME:x`
---@field tests? luna.Test[]|table<string, luna.Test> Run by `lunadiff test FILE`

--- Writes a report.
---@alias luna.WriteFunction fun(changes: luna.Changes, out: luna.Output, options: luna.ReportOptions)

--- A report format that says which options it takes, by `--format-option NAME=VALUE`; it finds them in its options.
---@class luna.Format
---@field write luna.WriteFunction
---@field options? table<string, luna.OptionSpec> Any, where this is missing
---@field masks? boolean `false`: an error where columns are masked, since what is written is to be run; otherwise it finds `***` for their values

--- Gives the next record at each call, and beside it, if it likes, the columns in their order. A record is a table by column; where
--- the columns are named it may also be a list of their values, which is faster, with `luna.null` for one that is missing.
---@alias luna.ReadFunction fun(input: luna.Input, options: table): fun(): table?, string[]?

--- A reader that says more of itself than a function does: by what it reads, what it claims, and which options it takes.
---@class luna.Reader
---@field read? luna.ReadFunction The function that reads; or else
---@field command? string[]|fun(input: luna.CommandInput, options: table): string[] A program and its arguments, or a function that makes the list: what the program writes is read. No shell looks at it. The program reads the input as its standard input, and finds its path, or its address, in `LUNADIFF_INPUT`; another status than 0 is an error with its last lines. `output` beside the words is that of this list
---@field output? string|table The form of what the program writes: a format, or a table as `luna.load` has it, such as `{ format = "csv", null = "" }`; `empty` in it stands for no output at all. Without it what is written is read as a file of the input's name
---@field install? string How the program is installed, for the message where it is not there
---@field extensions? string[] Files whose names end so are read by it, also behind `.gz` and `.zst`
---@field schemes? string[] Addresses that begin so are read by it: `"s3"`
---@field sniff? fun(start: string, name: string): boolean? Whether it reads a file that begins so, where neither the name nor another reader says how it is read
---@field options? table<string, luna.OptionSpec> The options that it takes; any, where this is missing

--- An option of a reader or of a format: a text, unless it is said otherwise.
---@class luna.OptionSpec
---@field type? "text"|"number"|"integer"|"boolean"
---@field required? boolean
---@field default? string|number|boolean
---@field values? string[] The only ones that it may have
---@field summary? string One line about it

--- A test of rules or of a plug-in, as `lunadiff test` runs it. A file of tests, NAME.test.lua, returns a table of them by
--- name; `rules`, `key`, `reader` and the options of reading beside them hold for all.
---@class luna.Test
---@field old string|table[] Data, a path beside the file, or a list of records
---@field new string|table[]
---@field name? string Where the test has none by its place
---@field rules? luna.RulesName|luna.Rules A path, Lua as text, or rules; over those of the file
---@field key? string|string[] The columns of the key
---@field reader? luna.ReaderName A plug-in's reader
---@field options? table<string, string|number|boolean> What the reader is told
---@field read? table How both are read, as `luna.load` has it
---@field old_read? table
---@field new_read? table
---@field expect? { deleted: integer?, inserted: integer?, updated: integer?, moved: integer?, unchanged: integer?, same: boolean?, columns: string[]?, changes: (string|table)[]? }
---@field report? string A file that holds the report; `--update` writes it
---@field format? string The report's format, where its name does not say it
---@field error? string|boolean A part of the message of the error that is expected, or true for any

--- What a report format is told: which changes are wanted, and for what they are written.
---@class luna.ReportOptions
---@field show table<string, boolean> By `--show`: whether changes of a kind are listed, as in `options.show[change.kind]`
---@field limit table<string, integer?> By `--limit`: the most changes of a kind that are listed, as in `options.limit[change.kind]`; nil where all are
---@field with string[] By `--with`: columns that tell a person which record it is
---@field color boolean Whether terminal escapes may colour it
---@field width? integer The columns of the terminal; nil where it is written to none
---@field [string] any What the format's own options are, by their names

--- What a report format writes to.
---@class luna.Output
local Output = {}

--- Writes texts and numbers.
---@param ... string|number
---@return luna.Output
function Output:write(...) end

--- What a reader reads: inflated, in UTF-8.
---@class luna.Input
---@field name string The path
---@field size integer How many bytes there are
local Input = {}

--- Visits the lines without their ends.
---@return fun(): string?
function Input:lines() end

--- The next bytes, the next line (`"l"`, or nothing), or all that is left (`"a"`); nil at the end.
---@param count? integer|"l"|"a"
---@return string?
function Input:read(count) end

--- Ends reading because of the data, which is then to blame, and not the plug-in.
---@param message string
---@param line? integer The line of the input, counted from 1
---@param hint? string What would help
function Input:error(message, line, hint) end

--- What a function finds of an input that makes a reader's command.
---@class luna.CommandInput
---@field name string What messages call it
---@field path string A path that a program can open, never one that looks like an option; or the address
local CommandInput = {}

--- Whether there is such a program on the search path.
---@param program string
---@return boolean
function CommandInput:has(program) end

--- What a program writes that is asked something beforehand, as which tables there are. It is run as the command is.
---@param command string[] The program and its arguments
---@return string
function CommandInput:run(command) end

--- Ends reading because of the data.
---@param message string
---@param line? integer
---@param hint? string
function CommandInput:error(message, line, hint) end

-- Driver scripts ------------------------------------------------------------------------------------------------

--- Reads records. Only in driver scripts.
---@param path string|string[] A file, a directory, a pattern such as `out/*.csv`, or a list of them, whose files are one table; `-` is standard input
---@param options? { format: luna.ReaderName?, delimiter: string?, quote: string?, escape: string?, escape_unquoted: boolean?, skip_space: boolean?, comment: string?, header: boolean?, columns: string|string[]?, rename_headers: boolean?, null: string|string[]?, encoding: string?, skip_lines: integer?, skip_last_lines: integer?, ragged: string?, at: string?, elements: string?, input_limit: (integer|string)?, memory: (integer|string)?, temp: string?, options: table? } As the flags of the same names; `format` may be a plug-in's reader, which `options` is for; a text that is inflated or piped goes to `temp` where it is longer than a sixteenth of `memory`
---@return luna.Records
function luna.load(path, options) end

--- Records that a script makes, for `luna.diff` and its like: a list of tables or records, or a function that gives one after
--- another. Values keep their types; nil is absent, and `luna.null` null. Where `columns` are given, a record may be a list of their
--- values. Only in driver scripts.
---@param rows table|fun(): table?
---@param options? { name: string?, columns: string[]? } What messages call the input, and the columns that come first
---@return luna.Records
function luna.records(rows, options) end

--- Compares two inputs. Functions of the rules run on the script's own thread. `null` and `ragged` say how inputs are
--- read, and are for `luna.load` alone; `elements` is for both. Of two tables that are no records it is the list of what
--- differs inside, under `equal`, `ignore`, `only`, `normalize`, `tolerance` and `lists` by paths; the path `""` is the
--- value itself. Only in driver scripts.
---@param old luna.Records|table
---@param new luna.Records|table
---@param rules? luna.Rules
---@param options? { memory: (integer|string)?, temp: string? } How much memory the process may have while it compares records, and the folder for what does not fit, as the flags of these names; the changes are the same
---@return luna.Changes|luna.PathChange[]
function luna.diff(old, new, rules, options) end

--- Tries keys: by name, a column, a list of columns or a function each. Only in driver scripts.
---@param old luna.Records
---@param new? luna.Records
---@param keys table<string, string|string[]|fun(record: luna.Record): luna.Value>
---@return luna.KeyReport[] reports The best key first
function luna.probe(old, new, keys) end

--- Many pairs of files, compared one after another as a loop comes to them. Given a list, a pair is
--- `{ old = …, new = …, name = …, rules = …, key = …, read = … }`, and `defaults` may have `rules`, `key` and `read`; given two
--- directories, files pair by their names. `rules` is a table or the path of a rules file. `old_read` and `new_read` say,
--- beside `read`, how one of the two is read unlike the other. Only in driver scripts.
---@param old string|table A directory, or a list of pairs
---@param new? string A directory
---@param options? { pattern: string|string[]|nil, recursive: boolean?, rules: luna.Rules|luna.RulesName|nil, key: string|string[]|nil, read: table?, old_read: table?, new_read: table? } With directories
---@return luna.Batch
function luna.batch(old, new, options) end

--- Writes records as CSV, TSV, JSON or JSON Lines; the file is there whole or not at all. With `.json` the list may
--- hold any values. Without `columns`, CSV has the columns of an input, those of all tables of a list, or those of the first
--- table that a function gives; in JSON they come first, and the others follow. Records of an input keep what they have:
--- numbers as they are spelled, `{}`, absent members. Only in driver scripts.
---@param path string
---@param records luna.Records|table|fun(): table? An input, a list of tables or records, or a function that gives one after another
---@param options? { format: string?, columns: string[]?, delimiter: string?, header: boolean?, null: string? }
---@return integer count How many records were written
function luna.write(path, records, options) end

--- Reads one JSON value; null is `luna.null`. A number that Lua cannot hold exactly is its text. An empty object
--- stays one: `luna.write` writes it as `{}`, and an empty table that a script makes as `[]`. Only in driver scripts.
---@param path string
---@return any
function luna.read_json(path) end

--- Applies a result to the input that it was recorded from, or takes it back: a file that `lunadiff --format json` or jsonl wrote,
--- or changes that `luna.diff` has found. A file may also hold a JSON Patch (RFC 6902), for
--- records of JSON or JSON Lines. What does not fit is an error. Only in driver scripts.
---@param records luna.Records The old input; with `reverse`, the new one
---@param changes string|luna.Changes
---@param options? { reverse: boolean?, keep_columns: boolean?, exact: boolean? } As the flags of `lunadiff patch`
---@return luna.Patched
function luna.patch(records, changes, options) end

--- Joins the changes that two sides made to one input, under the rules of a comparison. Only in driver scripts.
---@param base luna.Records
---@param ours luna.Records Its order and spelling are kept
---@param theirs luna.Records
---@param rules luna.Rules Without an `identity`, a key that all three have is found
---@param options? { favor: "none"|"ours"|"theirs"|nil } Whose version holds in a conflict; with none, both are marked
---@return luna.Merged
function luna.merge(base, ours, theirs, rules, options) end

--- What `luna.load` returns: `#records`, `records[1]`, `for r in records:each() do`.
---@class luna.Records
---@field name string The input's name
---@field columns string[] The columns in order
---@field notes string[] What lenient reading let through
---@field [integer] luna.Record
local Records = {}

--- Visits every record.
---@return fun(): luna.Record?
function Records:each() end

--- Lets go of the records that the script has looked at; to read one of them afterwards is an error. Their memory is
--- free once the script holds neither this nor changes made of it. `local old <close> = luna.load(path)` does so where the
--- block ends.
function Records:close() end

--- What `luna.probe` found of one key.
---@class luna.KeyReport
---@field name string
---@field columns? string[]
---@field unique boolean
---@field duplicates integer
---@field empty integer
---@field match_rate? number From 0 to 1
---@field deleted? integer
---@field inserted? integer
---@field updated? integer

--- What `luna.patch` returns: `#patched` is how many bytes there are.
---@class luna.Patched
---@field text string The whole text, as the input is written but not compressed
---@field exact boolean Whether it is known to be, byte for byte, the file that the result was recorded from
---@field notes string[] What a person should know
local Patched = {}

--- Writes the text to a file, whole or not at all.
---@param path string
---@return luna.Patched
function Patched:write(path) end

--- What `luna.merge` returns: `#merged` is how many bytes there are.
---@class luna.Merged
---@field text string The whole text; conflicts are marked in it, unless a side was favoured
---@field conflicts luna.Conflict[] In the order of the text
---@field taken { deleted: integer, inserted: integer, updated: integer } Records of ours that were changed because theirs were
---@field notes string[] What a person should know
local Merged = {}

--- Writes the text to a file, whole or not at all.
---@param path string
---@return luna.Merged
function Merged:write(path) end

--- A record that both sides changed in ways that exclude each other; places count from 1.
---@class luna.Conflict
---@field kind "updated"|"inserted"|"deleted by ours"|"deleted by theirs"
---@field key luna.Value The identity; of several parts one text
---@field keys luna.Value[] The identity's parts
---@field base? integer The record's place in the base
---@field ours? integer
---@field theirs? integer
---@field fields luna.ConflictField[] The columns that they disagree on

--- A column that both sides changed in ways that exclude each other.
---@class luna.ConflictField
---@field column string
---@field base luna.Value
---@field ours luna.Value
---@field theirs luna.Value
---@field paths luna.ConflictPath[] What excludes each other inside its values, all else being joined; empty where it is the values as a whole

--- One value inside a column's values that both sides changed in ways that exclude each other.
---@class luna.ConflictPath
---@field kind "updated"|"inserted"|"deleted by ours"|"deleted by theirs"
---@field path string A JSON pointer into ours; into the base for what ours deleted
---@field name string The path as rules spell it: `items[sku=A1].qty`
---@field base luna.Value
---@field ours luna.Value
---@field theirs luna.Value

--- What `luna.batch` returns: `#batch` is how many pairs there are.
---@class luna.Batch
---@field status integer The exit status so far: 2 if a pair failed, else 1 if one differs, else 0
local Batch = {}

--- Compares the pairs, one a pass. A pair's records are released when the loop goes on.
---@return fun(): luna.Pair?
function Batch:each() end

--- The counts so far, in one line.
---@return string
function Batch:summary() end

--- The summary so far: text, summary, json, jsonl, csv, markdown, junit or html.
---@param format? string text if it is not said
---@return string
function Batch:report(format) end

--- One pair of a batch.
---@class luna.Pair
---@field name string
---@field old? string The path of the old file; nil if there is none
---@field new? string The path of the new file; nil if there is none
---@field outcome string same, different, only old, only new or failed
---@field error? string Why it failed
---@field changes? luna.Changes nil if it was not compared

--- What `luna.diff` returns: `#changes` is how many there are.
---@class luna.Changes
---@field deleted luna.Change[] In the order of OLD
---@field inserted luna.Change[] In the order of NEW
---@field updated luna.Change[]
---@field moved luna.Change[] Those that moved, updated or not
---@field counts { deleted: integer, inserted: integer, updated: integer, moved: integer, unchanged: integer }
---@field sections? { deleted: integer, inserted: integer, updated: integer, moved: integer, unchanged: integer }
---@field columns { common: string[], deleted: string[], inserted: string[], derived: { old: string[], new: string[] } } Those that rules make of others on a side are in `derived`
---@field identity { columns?: string[], found: boolean } The columns of the identity, none for whole records, nil for a function; and whether a search found them
---@field old { name: string, records: integer, columns: string[] } The input OLD, and its columns as rules name them
---@field new { name: string, records: integer, columns: string[] } The input NEW, and its columns as rules name them
---@field duplicates { old: integer, new: integer } How many identities occur more than once
---@field passes? { by: string, paired: integer, ambiguous: { old: integer, new: integer, score: number }[] }[] What each pass of the identity has paired, where it has several, and which pairs a score has not made since others come as near, by the numbers of their records
---@field same boolean Whether nothing differs: no record, no section, and no column was added or removed that is not ignored
---@field rules table<string, any> The rules that held, as a rules file says them; comparators in words, functions as "function"
---@field notes string[] What is to be known of the comparison: what lenient reading let through, which rule had no effect
---@field warnings string[] Those notes by which the result may be wrong or empty
local Changes = {}

--- Visits every change: deleted ones first, then the others in the order of NEW.
---@return fun(): luna.Change?
function Changes:each() end

--- The same as single edits, in an order in which they can be executed one after another: what is deleted, from the last
--- to the first; what moves; what is updated; what is inserted.
---@return fun(): luna.Edit?
function Changes:edits() end

--- Lets go of the records that the script has looked at in changes, as `records:close()` does.
function Changes:close() end

--- The counts in words.
---@return string
function Changes:summary() end

--- A report as text: text, table, summary, json, jsonl, csv, markdown, junit, sarif, html, xlsx, jsonpatch, or a plug-in's format
--- as `"NAME:x"`. A plug-in's own format may call it, too.
---@param format? luna.FormatName text if it is not said
---@param options? string|table The heading, where the format has one: markdown, junit and html; or options: `title`, `show`, `limit`, `with`, `stages`, `statistics`, `patchable`, `findings` and `show_derived`, as the flags of these names, or those of a plug-in's format
---@return string
function Changes:report(format, options) end

--- Writes a report to a file, whole or not at all, or to anything with a method `write`, as `io.stdout`.
---@param place string|file* A path or a file
---@param format? luna.FormatName Without it the path's extension says it
---@param options? string|table The heading or options, as `changes:report` takes them
---@return luna.Changes
function Changes:write(place, format, options) end

--- Why a change, or the records of an identity, changed or not, are what they are: the filter's verdict, identities, the
--- partner or why there is none, what was said of every column, why it moved. As `lunadiff explain --format json` writes it,
--- with places that count from 1, and `text`, the whole for a person. Several results where several records have the identity.
---@param which luna.Change|luna.Value|luna.Value[] A change, an identity, or the parts of one
---@return luna.Explanation? why Nil where no record has the identity
---@return luna.Explanation? ...
function Changes:explain(which) end

--- How columns changed, and where: what updated records have in common that few others have. As JSON has it with
--- `--statistics`, the differences of numbers included.
---@return luna.Statistics
function Changes:statistics() end

--- What explains many changes at once, those that explain most first: at most seven.
---@return luna.Finding[]
function Changes:findings() end

--- What updated records tell together.
---@class luna.Statistics
---@field columns table<string, luna.ColumnStatistics> The columns that changed, by name
---@field where { column: string, value: luna.Value, updated: integer, paired: integer }[] The value, how many updated records have it, and how many paired ones

--- Something that many changes have in common.
---@class luna.Finding
---@field kind "key"|"noise"|"repeated"|"filled"|"emptied"|"shift"|"column"|"schema"|"shifted"|"order"|"place"|"rule"
---@field text string The finding as a sentence
---@field changes integer How many changes it explains
---@field of integer How many changes of that kind were looked at
---@field sample? boolean Whether these are some of more
---@field columns string[] The columns that it is about
---@field since? table<string, string> A column of dates, and the first day of all changes that it explains
---@field try? string[] Flags that follow it, or another command for the same inputs

--- How one column changed.
---@class luna.ColumnStatistics
---@field changed integer In how many records
---@field appeared integer How often it was empty, null or absent before, and is more than white space now
---@field vanished integer How often it is so now, and was more than white space before
---@field difference? { count: integer, median: number, least: number, greatest: number } By how much numbers changed that are not equal
---@field respelled? integer How often the number is equal and only spelled otherwise: `007`, `7`
---@field frequent? { old: luna.Value, new: luna.Value, count: integer } The change that occurs most often
---@field paths? { path: string, records: integer }[] Where inside nested values something differs
---@field morePaths? integer How many paths are not listed

--- Why records are what they are.
---@class luna.Explanation
---@field verdict "filtered"|"deleted"|"inserted"|"updated"|"moved"|"unchanged"
---@field moved? boolean
---@field text string The whole for a person
---@field source? table<string, any> The record in OLD: `record`, `line`, `kept`, `wanted`, `identity`, `section`
---@field target? table<string, any> The record in NEW
---@field same? { source: integer, target: integer, duplicates: string } How many records have the identity
---@field absence? { cause: string, candidates?: table[], rule?: string } Why there is no partner
---@field equal? boolean Whether the contents are equal
---@field decided? "same bytes"|"columns"|"function" Who decided that
---@field columns? { column: string, equal: boolean, by: string, old: luna.Value, new: luna.Value }[]
---@field omitted? { column: string, reason: string }[] Columns that are not compared
---@field move? table<string, any> Why it moved: `rule`, `previous`, `next`, `kept`, `paired`

--- The stages that turn OLD into NEW one after another.
---@return luna.Stage[]
function Changes:stages() end

--- Walks the stages. `interrupt(stage)` that returns true stops before a stage.
---@param callbacks? { on_update: fun(c: luna.Change)?, on_delete: fun(c: luna.Change)?, on_insert: fun(c: luna.Change)?, on_move: fun(c: luna.Change)?, on_stage: fun(s: luna.Stage)?, interrupt: (fun(s: luna.Stage): boolean)? }
---@return boolean applied
---@return string? why Why it stopped
function Changes:apply(callbacks) end

--- One edit of `changes:edits()`. A change that is moved and updated has two.
---@class luna.Edit
---@field kind "deleted"|"moved"|"updated"|"inserted"
---@field change luna.Change
---@field from? integer Where the record is in the list that the edits before have left; without places in a comparison with sections or `ignore_order`
---@field to? integer Where it is then

--- One change; places count from 1.
---@class luna.Change
---@field kind "deleted"|"inserted"|"updated"|"moved"
---@field key luna.Value The identity; of several parts one text
---@field keys luna.Value[] The identity's parts
---@field moved boolean
---@field old? luna.Record
---@field new? luna.Record
---@field from? integer The record's place in OLD
---@field to? integer The record's place in NEW
---@field pass? integer Which pass of the identity has paired the record, where it has several
---@field score? number How near the two are, from 0 to 1: the share of the longer text that stays, or what `luna.identity.score` came to; nil unless one of these has paired them
---@field old_line? integer The line of OLD where the record begins
---@field new_line? integer The line of NEW where the record begins
---@field columns string[] The columns that differ
---@field paths luna.PathChange[] What differs inside nested values, column by column, in the order of the new value
---@field section? luna.Value
---@field from_section? luna.Value
local Change = {}

--- One thing that differs inside a nested value. Paths are JSON pointers, whose places count from 0.
---@class luna.PathChange
---@field column? string Absent where two values were compared by themselves
---@field kind "deleted"|"inserted"|"updated"|"moved"
---@field path string Into the new value; into the old one for what was deleted
---@field from? string Into the old value, where that is another place
---@field old luna.Value
---@field new luna.Value

--- One of the stages. Its lists hold the records of whole sections that come or go as well.
---@class luna.Stage
---@field number integer
---@field count integer
---@field deleted luna.Change[]
---@field inserted luna.Change[]
---@field updated luna.Change[]
---@field moved luna.Change[]
