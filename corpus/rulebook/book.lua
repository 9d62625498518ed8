--[[
Runs after zet.lua over the text that `assemble` writes: cards of examples, headings of rulings,
references to rulings, the index of terms.
]]

local LATEX = FORMAT:match("^latex") ~= nil
local stringify = pandoc.utils.stringify
local rulings = {} -- those that the document has

local function tex(text)
    return pandoc.RawBlock("latex", text)
end

-- In millimeters: between drawings, the width of a column.
local GAP, COLUMN = 3, 54

-- The drawings of a div: those that the column has room for side by side, else the first one and the others.
local function pictures(div)
    local found, width = pandoc.List(), -GAP
    div:walk { RawBlock = function(raw)
        local w = raw.text:match("\\useasboundingbox %(0,0%) rectangle %(([%d.]+),")
        if w then
            found:insert("\\raisebox{-\\height}{" .. raw.text .. "}") -- their upper edges are in line
            width = width + GAP + tonumber(w)
        end
    end }
    if #found == 2 and width > COLUMN then
        return found[1], found[2]
    end
    return "", table.concat(found, ("%%\n\\hspace{%dmm}%%\n"):format(GAP))
end

-- The words are below the drawings.
local function card(div)
    if not div.classes:includes("card") or not LATEX then
        return nil
    end
    local words = pandoc.List(div.content[2].content)
    local before, rest = pictures(div.content[1])
    words:insert(1, tex(("\\begin{card}{%s}{"):format(div.identifier:match("^ex%-(%w+)%-")) .. before .. "}\n"
        .. rest .. "\\par\\vskip2pt"))
    words:insert(tex("\\end{card}"))
    return words
end

local function quickstart(div)
    return { tex("\\begin{quickstart}"), table.unpack(div.content .. { tex("\\end{quickstart}") }) }
end

local function heading(header)
    if LATEX and header.classes:includes("newpage") then
        return { tex("\\clearpage"), header }
    end
    if LATEX and header.classes:includes("leftpage") then
        return { tex("\\leftpage"), header }
    end
    if LATEX and header.classes:includes("short") then
        return tex(("\\shortchapter{%s}{%s}"):format(stringify(header.content), header.identifier))
    end
    if LATEX and header.classes:includes("rulings") then
        return tex(("\\rulingsof{%s}{%s}"):format(stringify(header.content), header.identifier))
    end
    if not header.classes:includes("ruling") then
        return nil
    end
    local origin = header.attributes.origin
    header.attributes.origin = nil
    if LATEX then
        return tex(("\\ruling{%s}{%s}{%s}"):format(header.identifier, stringify(header.content), origin))
    end
    header.content = { pandoc.Span(pandoc.Str(header.identifier), { class = "id" }), pandoc.Space(),
        table.unpack(header.content) }
    return { header, pandoc.Div(pandoc.Para(pandoc.Str(origin)), { class = "origin" }) } -- not in the contents
end

local function reference(name)
    if LATEX then
        return pandoc.RawInline("latex", ("\\hyperlink{%s}{%s}"):format(name, name))
    end
    return pandoc.Link(name, "#" .. name)
end

-- A position is long and has no blanks: it may be broken after its ranks.
local function code(c)
    if LATEX and #c.text > 20 and c.text:find("/", 1, true) then
        return pandoc.RawInline("latex", "\\texttt{" .. c.text:gsub("/", "/\\allowbreak{}"):gsub(",", ",\\allowbreak{}") .. "}")
    end
end

-- H7, (H7, H7. and so on, where the document has that ruling.
local function word(str)
    local before, name, after = str.text:match("^(%(?)([CHMAB]%d%d?)([%)%.,;:]*)$")
    if name and rulings[name] then
        return { pandoc.Str(before), reference(name), pandoc.Str(after) }
    end
end

-- The index of terms

local entries, section = {}, nil
local places = 0

local function span(s)
    if s.classes:includes("number") then
        return LATEX and pandoc.RawInline("latex", "\\exnumber{" .. stringify(s) .. "}\\enspace ") or nil
    elseif s.classes:includes("page") then
        return LATEX and pandoc.RawInline("latex", "\\pageref{" .. stringify(s) .. "}") or {}
    elseif s.classes:includes("ix") then
        local term = s.attributes.t or stringify(s)
        if LATEX then
            return { pandoc.RawInline("latex", "\\index{" .. term .. "}"), table.unpack(s.content) }
        end
        places = places + 1
        entries[term] = entries[term] or pandoc.List()
        entries[term]:insert { id = "term-" .. places, section = section }
        return pandoc.Span(s.content, pandoc.Attr("term-" .. places))
    end
end

local function index_of_terms()
    if LATEX then
        return tex("\\printindex")
    end
    local terms, lines = pandoc.List(), pandoc.List()
    for term in pairs(entries) do
        terms:insert(term)
    end
    terms:sort(function(a, b)
        return a:lower() == b:lower() and a < b or a:lower() < b:lower()
    end)
    for _, term in ipairs(terms) do
        local line = pandoc.List { pandoc.Str(term) }
        for i, place in ipairs(entries[term]) do
            line:extend { pandoc.Str(i == 1 and ":" or ","), pandoc.Space(),
                pandoc.Link(place.section, "#" .. place.id) }
        end
        lines:insert { pandoc.Plain(line) }
    end
    return pandoc.BulletList(lines)
end

function Pandoc(doc)
    doc.blocks:walk { Header = function(h)
        if h.classes:includes("ruling") then
            rulings[h.identifier] = true
        end
    end }
    -- Terms are numbered section by section.
    local blocks = pandoc.List()
    local chapter
    for _, block in ipairs(doc.blocks) do
        if block.t == "Header" then
            chapter = block.level == 1 and stringify(block) or chapter
            section = block.classes:includes("ruling") and block.identifier
                or block.level == 1 and chapter or chapter .. ", " .. stringify(block):lower()
        end
        local made = pandoc.Blocks { block }:walk { Span = span }
        if block.t ~= "Header" then
            made = made:walk { Str = word, Code = code }
        end
        blocks:extend(made)
    end
    doc.blocks = pandoc.Blocks(blocks):walk { Div = function(div)
        if div.identifier == "index-of-terms" then
            return index_of_terms()
        end
        if LATEX and div.classes:includes("quickstart") then
            return quickstart(div)
        end
        return card(div)
    end, Header = heading }
    return doc
end
