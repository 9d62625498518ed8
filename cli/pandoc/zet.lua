--[[
A pandoc filter: fenced code blocks of class `zet` become figures of positions and games.

    pandoc --lua-filter zet.lua --standalone rulebook.md --output rulebook.html

    ```{.zet #fig:start game=hogga caption="The start position" mark="b10,d10" width=90}
    ```

    See [](#fig:start).

A block's body is a record, YAML with `moves:`. With the attribute `game` it is the text of a
position, which may be broken into lines behind its ranks; an empty body is then the start position.
The attribute `file` names a file of records instead, relative to the document: a .yaml or .yml file
in the document's folder or below it.

Attributes with the meaning that they have as options of `zet diagram`:

    game, variant           the game of a position
    rule                    KEY=VALUE, several parted by `;`
    record                  which record of the file, from 1; the first unless said
    at                      start, final or a ply
    moves                   FROM-TO, plies drawn as numbered moves
    number-from             the number of the first of these moves
    mark, cross, square, triangle, fill
                            c3,d4
    arrow, label            c3-e5   e5=A
    crop                    a1-f6
    cell                    the width of a cell in millimetres, instead of a width
    view                    board, levels or pile
    font, colors            see `zet diagram --help`; no font in LaTeX, which has its own
    flip, before, transparent, no-coordinates, no-names, no-turn
                            true or false; the class .flip means true, and so on
    theme                   print, screen, grey or dark; unless said, screen in HTML and EPUB
    lang                    the language of the words; unless said, that of the document

Attributes of the filter:

    width                   of the figure in millimetres, whatever the output
    caption                 plain text
    file                    see above
    faulty                  true: the record has a fault on purpose and is drawn up to it

Other classes go to HTML's <figure>. A block with a caption or an identifier is numbered. LaTeX
counts its figures itself; elsewhere the filter does, in the order of the document. An empty link to
a figure becomes `Figure N`. A fenced div of class `zet-row` puts the figures in it side by side
where the output can: HTML, LaTeX, and as a table in docx, odt, rtf, HTML 4 and EPUB 2.

What comes out: inline SVG in HTML and EPUB 3; TikZ in LaTeX, beamer and PDF by LaTeX; PNG in docx,
pptx, rtf, fb2 and EPUB 2; SVG as an image in odt and HTML 4; the board as text everywhere else, in
plain ASCII for man and ms and with --ascii.

Metadata: `lang`, the language of blocks without one where zet has it, else their words are English;
`zet-theme`, a theme for blocks without one; `zet-figure`, the word for `Figure`, else that of the
language (LaTeX takes its own). The program is that of the environment variable ZET, or `zet` on the PATH: a
document cannot name it, nor a file outside its folder, so that documents of others can be built.

Whatever cannot be drawn as said (an unknown attribute, a position that is none, no program) ends
pandoc with an error that shows the block. A record with a fault is drawn up to it, with a warning,
if it is not `faulty`.

Tested with pandoc 2.17.1. With --include-in-header pandoc drops what filters add to the
header: \usepackage{tikz}\usetikzlibrary{babel} must then be in that file. The extension native_numbering must be off.
]]

local OPTIONS = {
    game = true, variant = true, record = true, at = true, moves = true, mark = true, arrow = true,
    label = true, crop = true, theme = true, cross = true, square = true, triangle = true,
    fill = true, view = true, font = true, colors = true, ["number-from"] = true, cell = true,
    lang = true,
}
-- Those that are options of zet, in the order in which it gets them.
local PASSED = { "flip", "before", "transparent", "no-coordinates", "no-names", "no-turn" }
local SWITCHES = { faulty = true }
for _, name in ipairs(PASSED) do
    SWITCHES[name] = true
end
local OWN = { rule = true, width = true, caption = true, file = true }

local INLINE_SVG = {
    html = true, html5 = true, epub = true, epub3 = true, chunkedhtml = true, s5 = true,
    slidy = true, slideous = true, dzslides = true, revealjs = true,
}
local LATEX = { latex = true, beamer = true, pdf = true }
local IMAGE = {
    docx = true, odt = true, pptx = true, rtf = true, fb2 = true, epub2 = true, html4 = true,
}
local TABLE_ROW = { docx = true, odt = true, opendocument = true, rtf = true, html4 = true, epub2 = true }
local VECTOR = { odt = true, opendocument = true }
local ASCII = { man = true, ms = true }

local MM_PER_INCH, PIXELS_PER_INCH = 25.4, 96
local SHARPNESS, PNG_MOST = 3, 4096 -- of pictures in office files: 288 pixels per inch

local format = FORMAT:match("^%w+")
local stringify = pandoc.utils.stringify

local program, default_theme, figure_word = os.getenv("ZET") or "zet", nil, "Figure"
local language -- of the document, if zet has it
local blocks = 0  -- seen so far
local figures = 0 -- of them numbered
local number_of = {} -- by identifier

-- The block as it was written, or its beginning.
local function quoted(block)
    local head = { "```{" .. (block.identifier ~= "" and "#" .. block.identifier .. " " or "")
        .. "." .. table.concat(block.classes, " .") }
    for name, value in pairs(block.attributes) do
        table.insert(head, ('%s="%s"'):format(name, (value:gsub("%s+", " "))))
    end
    local lines = { table.concat(head, " ") .. "}" }
    for line in (block.text .. "\n"):gmatch("(.-)\n") do
        if #lines > 12 then
            lines[#lines + 1] = "..."
            break
        end
        lines[#lines + 1] = line
    end
    return "    " .. table.concat(lines, "\n    ")
end

local function about(block, message)
    local name = block.identifier ~= "" and " (#" .. block.identifier .. ")" or ""
    return ("zet block %d%s: %s\n%s\n"):format(blocks, name, message, quoted(block))
end

local function refuse(block, message)
    error(about(block, message), 0)
end

local function warn(message)
    if PANDOC_STATE.verbosity ~= "ERROR" then
        io.stderr:write("[WARNING] ", message, "\n")
    end
end

-- The shell's word for a program that is not there; once is enough.
local NOT_FOUND = 127
local absent = false

local function trim(text)
    return (text:gsub("^%s+", ""):gsub("%s+$", ""))
end

-- Attributes

local function switch(block, name, value)
    if value ~= "true" and value ~= "false" then
        refuse(block, ("%s is true or false, not `%s`"):format(name, value))
    end
    return value == "true"
end

-- The attributes, judged: options of zet as they are, the switches as booleans, the width as a
-- number, the classes that are no switches.
local function read_attributes(block)
    local read = { option = {}, classes = {} }
    for name, value in pairs(block.attributes) do
        if SWITCHES[name] then
            read[name] = switch(block, name, value)
        elseif OPTIONS[name] then
            read.option[name] = value
        elseif OWN[name] then
            read[name] = value
        else
            refuse(block, ("there is no attribute `%s`"):format(name))
        end
    end
    for _, class in ipairs(block.classes) do
        if SWITCHES[class] then
            read[class] = true
        elseif class ~= "zet" then
            table.insert(read.classes, class)
        end
    end
    if read.width then
        local width = tonumber(read.width:match("^%d+%.?%d*$"))
        if not width or width <= 0 then
            refuse(block, ("width is a number of millimetres, not `%s`"):format(read.width))
        end
        read.width = width
    end
    if read.width and read.option.cell then
        refuse(block, "`cell` and `width` both say how large the figure is")
    end
    if (read.option.at or ""):find("[,:]") then
        refuse(block, "a block is one figure: `at` is start, final or one ply")
    end
    if not read.option.game then
        read.option.record = read.option.record or "1"
    end
    return read
end

-- The path without links, or nil.
local function real_path(path)
    local ok, result = pcall(pandoc.pipe, "readlink", { "-f", "--", path }, "")
    return ok and result ~= "" and (result:gsub("\n$", "")) or nil
end

-- The path of a file that the document names. zet shows lines of files that are no records, so it
-- must be what it says it is and lie where the document does.
local function path_of(block, file)
    local folder = pandoc.path.directory((PANDOC_STATE.input_files or {})[1] or "x")
    local path = folder .. "/" .. file
    local home, there = real_path(folder), real_path(path)
    if not file:lower():find("%.ya?ml$") then
        refuse(block, ("the file `%s` is not a .yaml or .yml file"):format(file))
    end
    local inside = home and (home == "/" and "/" or home .. "/")
    if pandoc.path.is_absolute(file) or not inside or not there
        or not there:lower():find("%.ya?ml$") or there:sub(1, #inside) ~= inside then
        refuse(block, ("the file `%s` is not in the document's folder or below it"):format(file))
    end
    return path
end

-- Options that only drawings have: the board as text does without.
local DRAWN = {
    cell = true, before = true, transparent = true, font = true, colors = true,
    ["no-coordinates"] = true, ["no-names"] = true, ["no-turn"] = true,
}

-- Whether an option says something of an output of that kind.
local function is_meant(name, value, kind)
    local text = kind == "unicode" or kind == "ascii"
    return name ~= "theme" and not (text and DRAWN[name])
        and not (kind == "tex" and name == "font")
end

-- The arguments that say what to draw, and the standard input.
local function subject(block, read, kind, width)
    local arguments, input = {}, ""
    local function add(name, value)
        if not (width and name == "cell") then
            table.insert(arguments, "--" .. name .. (value and "=" .. value or ""))
        end
    end
    for name, value in pairs(read.option) do
        if is_meant(name, value, kind) then
            add(name, value)
        end
    end
    table.sort(arguments) -- pairs() knows no order
    for rule in (read.rule or ""):gmatch("[^;]+") do
        add("rule", trim(rule))
    end
    for _, name in ipairs(PASSED) do
        if read[name] and is_meant(name, true, kind) then
            add(name)
        end
    end
    local body = trim(block.text)
    if read.file then
        if body ~= "" then
            refuse(block, "with the attribute `file` the body stays empty")
        end
        table.insert(arguments, path_of(block, read.file))
    elseif read.option.game then
        if body ~= "" then
            add("position", (body:gsub("%s+", " "):gsub(" ?([/|,]) ?", "%1")))
        end
    elseif body == "" then
        refuse(block, "there is neither a record, nor a `file`, nor a `game`")
    elseif body:find("\n%-%-%-") then
        refuse(block, "a block holds one record")
    else
        table.insert(arguments, "-")
        input = block.text .. "\n"
    end
    return arguments, input
end

-- The program

-- Runs zet and returns what it draws. The shell parts its errors from its output.
local function run(block, read, kind, width)
    local arguments, input = subject(block, read, kind, width)
    table.insert(arguments, 1, "--format=" .. kind)
    if width then
        table.insert(arguments, 2, ("--width=%.10g"):format(width))
    end
    if kind ~= "unicode" and kind ~= "ascii" then
        table.insert(arguments, 2, "--theme=" .. (read.option.theme or default_theme or
            (kind == "svg" and not VECTOR[format] and "screen" or "print")))
    end
    if language and not read.option.lang then
        table.insert(arguments, 2, "--lang=" .. language)
    end
    local output, status, said
    pandoc.system.with_temporary_directory("zet", function(folder)
        local errors = folder .. "/errors"
        local script = 'errors=$1; shift; exec "$@" 2>"$errors"'
        local ok, result = pcall(pandoc.pipe, "sh",
            { "-c", script, "zet", errors, program, "diagram", table.unpack(arguments) }, input)
        if ok then
            output, status = result, 0
        elseif type(result) == "table" and result.error_code then
            output, status = result.output, result.error_code
        else
            output, status = "", tostring(result)
        end
        local file = io.open(errors)
        said = file and trim(file:read("a")) or ""
        if file then
            file:close()
        end
    end)
    if (status ~= 0 and status ~= 1) or output == "" then
        absent = absent or status == NOT_FOUND
        refuse(block, ("`%s diagram` ended with status %s\n%s"):format(program, status, said))
    end
    if read.faulty and status == 0 then
        refuse(block, "the record is `faulty`, but there is no fault in what is drawn")
    end
    return output, not read.faulty and said or ""
end

-- Draws the block once, or once more: what zet says is passed on one time only.
local function draw(block, read, kind, width)
    local output, said = run(block, read, kind, width)
    if said ~= "" and not read.warned then
        warn(about(block, said))
        read.warned = true
    end
    return output
end

-- Captions

local function words(text)
    local inlines = pandoc.List()
    for word in text:gmatch("%S+") do
        if #inlines > 0 then
            inlines:insert(pandoc.Space())
        end
        inlines:insert(pandoc.Str(word))
    end
    return inlines
end

-- The inlines of the caption, with its number where `counted`; empty where there is none.
local function caption(read, counted)
    local text = read.caption or ""
    if counted and read.number then
        local number = ("%s %d"):format(figure_word, read.number)
        text = trim(text) == "" and number or number .. ": " .. text
    end
    return words(text)
end

-- pandoc writes the ids of its LaTeX targets in the same way.
local function latex_label(identifier)
    local label = {}
    for _, code in utf8.codes(identifier) do
        local char = utf8.char(code)
        table.insert(label, char:find("^[%w_%-+=:;.]$") and char or ("ux%x"):format(code))
    end
    return table.concat(label)
end

-- Outputs

local function markup(text)
    return (text:gsub('[&<>"]',
        { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- The title of an SVG drawing, as text.
local function title_of(svg)
    local names = { amp = "&", lt = "<", gt = ">", quot = '"', ["#39"] = "'" }
    return ((svg:match("<title[^>]*>(.-)</title>") or ""):gsub("&(#?%w+);", names))
end

local function pixels(read)
    return read.width and math.floor(read.width / MM_PER_INCH * PIXELS_PER_INCH + 0.5)
end

-- The SVG as a part of a page: without a prologue, as wide as there is room, its ids its own.
local function inline_svg(svg)
    local prefix = ("zet%d-"):format(blocks)
    local function list(ids)
        return (ids:gsub("%S+", prefix .. "%0"))
    end
    -- zet escapes < and > in texts and values, so that this finds the tags and nothing else
    return (svg:gsub("^.-<svg", '<svg style="max-width:100%%;height:auto"', 1)
        :gsub("<[^<>]*>", function(tag)
            return (tag:gsub('^(<[^>]- id=")([^"]*)', "%1" .. prefix .. "%2")
                :gsub('( clip%-path="url%(#)', "%1" .. prefix)
                :gsub('( href="#)', "%1" .. prefix)
                :gsub('( aria%-%a+by=")([^"]*)', function(name, ids) return name .. list(ids) end))
        end))
end

local function html_figure(block, read)
    local open = "<figure"
    if block.identifier ~= "" then
        open = open .. (' id="%s"'):format(markup(block.identifier))
    end
    table.insert(read.classes, 1, "zet")
    open = open .. (' class="%s"'):format(markup(table.concat(read.classes, " ")))
    if read.width then
        open = open .. (' style="flex-basis:%dpx"'):format(pixels(read))
    end
    local result = { pandoc.RawBlock("html",
        open .. ">\n" .. trim(inline_svg(draw(block, read, "svg", read.width)))) }
    local text = caption(read, true)
    if #text > 0 then
        text:insert(1, pandoc.RawInline("html", "<figcaption>"))
        text:insert(pandoc.RawInline("html", "</figcaption>"))
        table.insert(result, pandoc.Plain(text))
    end
    table.insert(result, pandoc.RawBlock("html", "</figure>"))
    return result
end

-- Only the inside of a figure: what is around it depends on the row that it may be part of.
local TEX_FIGURE, ROW = "zet-tex-figure", "zet-row"

local function latex_figure(block, read)
    local picture = draw(block, read, "tex", read.width)
    local label = latex_label(block.identifier)
    local target = label ~= "" and ("\\leavevmode\\hypertarget{%s}{}%%\n"):format(label) or ""
    local result = { pandoc.RawBlock("latex", target .. trim(picture)) }
    if read.number then
        local text = caption(read, false)
        text:insert(1, pandoc.RawInline("latex", "\\caption{"))
        text:insert(pandoc.RawInline("latex",
            "}" .. (label ~= "" and "\\label{" .. label .. "}" or "")))
        table.insert(result, pandoc.Plain(text))
    end
    return { pandoc.Div(result, pandoc.Attr("", { TEX_FIGURE },
        { width = read.width or "", numbered = read.number and "true" or "" })) }
end

local function surrounded(content, open, close)
    local result = pandoc.List { pandoc.RawBlock("latex", open) }
    result:extend(content)
    result:insert(pandoc.RawBlock("latex", close))
    return result
end

local FIGURE_OPEN, FIGURE_CLOSE = "\\begin{figure}\n\\centering", "\\end{figure}"

-- How wide each part of a row is: its figure, and of the room that is left a share; as much stays
-- between the parts. Equal parts, where a figure does not say its width.
local function latex_widths(parts)
    local widths, sum = {}, 0
    for i, part in ipairs(parts) do
        widths[i] = part.t == "Div" and tonumber(part.attributes.width) or nil
        sum = sum and widths[i] and sum + widths[i]
    end
    for i = 1, #parts do
        widths[i] = sum and ("\\dimexpr%.10gmm+(\\linewidth-%.10gmm)/%d\\relax"):format(
            widths[i], sum, 2 * #parts) or ("%.3f\\linewidth"):format(1 / #parts - 0.02)
    end
    return widths
end

-- Minipages next to each other; a blank line between them would part them.
local function latex_row(div)
    if not div.classes:includes(ROW) then
        return nil
    end
    local widths = latex_widths(div.content)
    local close = "\\end{minipage}"
    local result = pandoc.List()
    local numbered = false
    for i, part in ipairs(div.content) do
        numbered = numbered or (part.t == "Div" and (part.attributes.numbered or "") ~= "")
        local open = "\\begin{minipage}[t]{" .. widths[i] .. "}\n\\centering"
        result:insert(pandoc.RawBlock("latex",
            (i == 1 and "\\hspace*{\\fill}" or close .. "\\hfill\n") .. open))
        result:extend(part.t == "Div" and part.content or { part })
    end
    result:insert(pandoc.RawBlock("latex", close .. "\\hspace*{\\fill}"))
    if not numbered then -- nothing refers to it: it stays in its place
        return surrounded(result, "\\begin{center}", "\\end{center}")
    end
    return surrounded(result, FIGURE_OPEN, FIGURE_CLOSE)
end

local function latex_float(div)
    if div.classes:includes(TEX_FIGURE) then
        if div.attributes.numbered == "" then -- nothing refers to it: it stays in its place
            return surrounded(div.content, "\\begin{center}", "\\end{center}")
        end
        return surrounded(div.content, FIGURE_OPEN, FIGURE_CLOSE)
    end
end

-- The width of a PNG file in pixels, from its header.
local function png_width(bytes)
    return (">I4"):unpack(bytes, 17)
end

local function insert_image(bytes, kind, mime)
    local source = "zet-" .. pandoc.utils.sha1(bytes) .. "." .. kind
    pandoc.mediabag.insert(source, mime, bytes)
    return source
end

local function image_figure(block, read)
    local source, size
    if format == "html4" then
        local svg = draw(block, read, "svg", read.width)
        source = "data:image/svg+xml," .. svg:gsub("[^%w%-._~]", function(char)
            return ("%%%02X"):format(char:byte())
        end)
    elseif VECTOR[format] then
        local bytes = draw(block, read, "svg", read.width)
        local width = tonumber(bytes:match('<svg[^>]- width="([%d.]+)mm"'))
        source = insert_image(bytes, "svg", "image/svg+xml")
        size = ("%.2fin"):format(width / MM_PER_INCH)
    else
        local width = pixels(read) or png_width(draw(block, read, "png"))
        local bytes = draw(block, read, "png", math.min(width * SHARPNESS, PNG_MOST))
        source = insert_image(bytes, "png", "image/png")
        size = ("%.2fin"):format(width / PIXELS_PER_INCH)
    end
    local text = caption(read, true)
    local attr = pandoc.Attr("", read.classes, size and { width = size } or {})
    local figure
    if #text == 0 then
        local title = words(title_of(draw(block, read, "svg")))
        figure = pandoc.Para { pandoc.Image(title, source, "", attr) }
    elseif pandoc.Figure then
        figure = pandoc.Figure({ pandoc.Plain { pandoc.Image(text, source, "", attr) } },
            { pandoc.Plain(text) })
    else
        figure = pandoc.Para { pandoc.Image(text, source, "fig:", attr) }
    end
    if format == "pptx" then -- whose slides lose the pictures in a div
        return { figure }
    end
    return { pandoc.Div({ figure }, pandoc.Attr(block.identifier)) }
end

local function text_figure(block, read)
    local ascii = ASCII[format] or PANDOC_WRITER_OPTIONS.prefer_ascii
    local board = draw(block, read, ascii and "ascii" or "unicode"):gsub("\n+$", "")
    local result = { pandoc.CodeBlock(board) }
    local text = caption(read, true)
    if #text > 0 then
        table.insert(result, pandoc.Para(text))
    end
    if block.identifier == "" then
        return result
    end
    return { pandoc.Div(result, pandoc.Attr(block.identifier)) }
end

-- The document

local function zet_figure(block)
    local read = read_attributes(block)
    if trim(read.caption or "") ~= "" or block.identifier ~= "" then
        figures = figures + 1
        read.number = figures
    end
    if block.identifier ~= "" then
        if number_of[block.identifier] then
            refuse(block, "another zet block has the same identifier")
        end
        number_of[block.identifier] = read.number
    end
    if INLINE_SVG[format] then
        return html_figure(block, read)
    elseif LATEX[format] then
        return latex_figure(block, read)
    elseif IMAGE[format] then
        return image_figure(block, read)
    end
    return text_figure(block, read)
end

-- pandoc mangles the words of an error inside a walk: they are kept for the end of it.
local failures = {}

local function figure(block)
    if not block.classes:includes("zet") then
        return nil
    end
    blocks = blocks + 1
    if absent then
        return nil
    end
    local ok, result = pcall(zet_figure, block)
    if ok then
        return result
    end
    table.insert(failures, tostring(result))
end

local function html_row(div)
    if div.classes:includes(ROW) then
        div.attributes.style = "display:flex;flex-wrap:wrap;gap:1em;"
            .. "align-items:baseline;justify-content:space-evenly"
        return div
    end
end

local function no_row(div)
    if div.classes:includes(ROW) then
        return div.content
    end
end

-- A table of one row without headings, for outputs that have no other way to put blocks side by
-- side.
local function table_row(div)
    if not div.classes:includes(ROW) or #div.content < 2 then
        return nil
    end
    local cells, aligns, widths, headers = {}, {}, {}, {}
    for i, part in ipairs(div.content) do
        cells[i], aligns[i] = { part }, pandoc.AlignCenter
        widths[i], headers[i] = 1 / #div.content, {}
    end
    return pandoc.utils.from_simple_table(
        pandoc.SimpleTable({}, aligns, widths, headers, { cells }))
end

local function reference(link)
    local identifier = link.target:match("^#(.+)$")
    if not identifier or #link.content > 0 then
        return nil
    end
    local number = number_of[identifier]
    if not number then
        if identifier:find("^fig:") then
            warn(("zet: no zet block has the identifier `%s`"):format(identifier))
        end
        return nil
    end
    if LATEX[format] then
        return pandoc.RawInline("latex", ("\\figurename~\\ref{%s}"):format(latex_label(identifier)))
    end
    link.content = { pandoc.Str(("%s\u{A0}%d"):format(figure_word, number)) }
    return link
end

local function need_tikz(meta)
    local given = (PANDOC_WRITER_OPTIONS.variables or {})["header-includes"]
    if given and not stringify(given):find("tikz", 1, true) then
        warn("zet: with --include-in-header the header must have \\usepackage{tikz} itself")
    end
    local header = meta["header-includes"]
    local list = pandoc.List()
    if header then
        list = pandoc.utils.type(header) == "List" and header or pandoc.List { header }
    end
    list:insert(pandoc.MetaBlocks { pandoc.RawBlock("latex",
        "\\usepackage{tikz}\\usetikzlibrary{babel}") })
    meta["header-includes"] = pandoc.MetaList(list)
end

-- The word for `Figure` in a language; nil if zet does not have it: documents are written in more.
local function word_for_figure(tag)
    local known, board = pcall(pandoc.pipe, "sh", { "-c", 'exec "$@" 2>/dev/null', "zet", program,
        "diagram", "--game=hogga", "--format=unicode", "--figure=1", "--lang=" .. tag }, "")
    return known and board:match("([^\n]*) 1\n$") or nil
end

local function read_metadata(meta)
    local function text(name)
        return meta[name] and stringify(meta[name]) or nil
    end
    if meta["zet-program"] then
        warn("zet: the metadata `zet-program` is ignored; the environment variable ZET names the program")
    end
    default_theme = text("zet-theme")
    language = text("lang")
    local word = language and word_for_figure(language)
    language = word and language
    figure_word = text("zet-figure") or word or figure_word
end

function Pandoc(doc)
    read_metadata(doc.meta)
    doc.blocks = doc.blocks:walk { CodeBlock = figure }
    if #failures > 0 then
        error(table.concat(failures, "\n"), 0)
    end
    for _, extension in ipairs(PANDOC_WRITER_OPTIONS.extensions) do
        if figures > 0 and extension == "native_numbering" then
            error("zet: the extension native_numbering would number the figures twice\n", 0)
        end
    end
    if LATEX[format] then
        doc.blocks = doc.blocks:walk { Div = latex_row }
        doc.blocks = doc.blocks:walk { Div = latex_float }
        if blocks > 0 then
            need_tikz(doc.meta)
        end
    elseif INLINE_SVG[format] then
        doc.blocks = doc.blocks:walk { Div = html_row }
    elseif format == "pptx" then
        doc.blocks = doc.blocks:walk { Div = no_row }
    elseif TABLE_ROW[format] then
        doc.blocks = doc.blocks:walk { Div = table_row }
    end
    doc.blocks = doc.blocks:walk { Link = reference }
    return doc
end
