#include "formats/markup.h"

/* Tags within text, and those of blocks, which part what is around them. */
static const char *const inner_tags[] = {"b",     "i",    "u",    "s",   "em",  "strong",
                                         "span",  "font", "code", "sub", "sup", "small",
                                         "color", "size", "a",    NULL},
                         *const block_tags[] = {
                             "p",     "br",   "hr",     "div",     "pre",  "table", "thead",
                             "tbody", "tr",   "td",     "th",      "ul",   "ol",    "li",
                             "h1",    "h2",   "h3",     "h4",      "html", "body",  "head",
                             "quote", "list", "center", "caption", NULL};

/* The length of the tag that the text begins with, and its replacement; 0: no tag. */
static size_t tag_length(struct text t, char *sign) {
    static const char *const cells[] = {"td", "th", NULL}, *const ends[] = {"br", "p",   "tr",
                                                                            "li", "div", "table",
                                                                            "h1", "h2",  "h3",
                                                                            "h4", NULL};
    char close = text_first(t) == '<' ? '>' : text_first(t) == '[' ? ']' : '\0';
    enum { LONGEST = 400 };
    const char *end =
        close && t.len > 2 ? memchr(t.at, close, t.len < LONGEST ? t.len : LONGEST) : NULL;
    if (!end)
        return 0;
    const char *name = t.at + 1 + (t.at[1] == '/'), *p = name;
    while (p < end && (is_letter(*p) || is_digit(*p)))
        p++;
    struct text word = text_between(name, p);
    bool whole = p == end || *p == ' ' || *p == '/' || *p == '=';
    bool pair = close == ']' && *p == ' ' && p + 1 < end && p[1] == '"'; /* a tag of PGN */
    bool cell =
        pair || (close == ']' && (text_is(word, "a") || (word.len == 2 && is_digit(word.at[1]))));
    if (!whole || cell)
        return 0;
    bool block = text_in_any_case(word, block_tags), closes = name == t.at + 2;
    *sign = !block                                     ? '\0'
            : !closes && text_in_any_case(word, cells) ? '\t'
            : (closes || text_in_any_case(word, (const char *const[]){"br", NULL})) &&
                    text_in_any_case(word, ends)
                ? MARKUP_BREAK
                : ' ';
    return block || text_in_any_case(word, inner_tags) ? (size_t)(end + 1 - t.at) : 0;
}

/* The length of the name of a character that the text begins with, and the character; 0: none. */
static size_t entity_length(struct text t, char *character) {
    static const struct {
        const char *name;
        char character;
    } entities[] = {{"&amp;", '&'},  {"&lt;", '<'},    {"&gt;", '>'},  {"&quot;", '"'},
                    {"&#39;", '\''}, {"&#x27;", '\''}, {"&nbsp;", ' '}};
    for (size_t i = 0; text_first(t) == '&' && i < sizeof entities / sizeof *entities; i++) {
        size_t length = strlen(entities[i].name);
        *character = entities[i].character;
        if (t.len >= length && !memcmp(t.at, entities[i].name, length))
            return length;
    }
    return 0;
}

/* Blanks for the signs that a line begins with: of quotations, and of wikis. */
static void blank_beginning(char *line, size_t length, bool cell) {
    size_t at = 0, end = length;
    while (!cell && length && *line == '>' && at < length && (line[at] == '>' || line[at] == ' '))
        at++;
    if (at && (at == length || line[at - 1] == ' '))
        memset(line, ' ', at);
    bool table = length > 1 && (!memcmp(line, "{|", 2) || !memcmp(line, "|}", 2) ||
                                (length == 2 && !memcmp(line, "|-", 2)));
    if (table)
        memset(line, ' ', length);
    bool headings = length > 1 && *line == '!';
    for (size_t i = 0; headings && i + 1 < length; i++)
        if (!i || (line[i] == '!' && line[i + 1] == '!'))
            line[i] = '|';
    bool title = length > 4 && !memcmp(line, "==", 2) && !memcmp(line + length - 2, "==", 2) &&
                 text_trimmed((struct text){line, length}, "= ").len;
    for (at = 0; title && line[at] == '='; at++)
        line[at] = ' ';
    for (; title && end && line[end - 1] == '='; end--)
        line[end - 1] = ' ';
}

/* Blanks for `[[` and `]]` of a wiki, with the text of the link. */
static void blank_links(char *line, size_t length) {
    for (size_t i = 0, from = length; i + 1 < length; i++) {
        if (line[i] == '[' && line[i + 1] == '[')
            from = i;
        bool link = from < i && line[i] == ']' && line[i + 1] == ']';
        const char *bar = link ? memchr(line + from, '|', i - from) : NULL;
        if (!link)
            continue;
        memset(line + from, ' ', bar ? (size_t)(bar + 1 - line) - from : 2);
        memset(line + i, ' ', 2);
        from = length;
    }
}

/* Blanks for the commands of TeX, `\textbf{Ann} \\`, and tabs between the cells of its tables. */
static void blank_commands(char *line, size_t length) {
    size_t open = 0;
    bool row = false, any = false;
    for (size_t i = 0; i + 1 < length; i++) {
        size_t end = i + 1;
        while (line[i] == '\\' && end < length && is_letter(line[end]))
            end++;
        struct text name = {line + i + 1, end - i - 1};
        bool environment = text_is(name, "begin") || text_is(name, "end");
        bool whole = end == length || strchr(" *{", line[end]);
        row |= line[i] == '\\' && line[i + 1] == '\\';
        if (line[i] != '\\' || !name.len || !whole)
            continue;
        end += end < length && line[end] == '*';
        open += !environment && end < length && line[end] == '{';
        memset(line + i, ' ',
               environment ? length - i : end + (end < length && line[end] == '{') - i);
        any = true;
    }
    for (size_t i = 0; i < length; i++) {
        bool close = any && open && line[i] == '}', end = row && line[i] == '\\';
        if (row && line[i] == '&')
            line[i] = '\t';
        if (close || end)
            line[i] = ' ';
        open -= close;
    }
}

void zi_markup_leave_out(char *line, size_t length, bool *cell) {
    while (length && is_line_end(line[length - 1]))
        length--;
    blank_beginning(line, length, *cell);
    blank_links(line, length);
    bool rule = !text_trimmed((struct text){line, length}, "* \t").len; /* `***` */
    for (size_t i = 0; i + 2 < length && !rule; i++)                    /* `**1.**` */
        if (line[i] == '*' && line[i + 1] == '*')
            line[i] = line[i + 1] = ' ';
    if (length && memchr(line, '\\', length) && *line != '[')
        blank_commands(line, length);
    size_t to = 0;
    for (size_t i = 0; i < length;) {
        char sign = '\0', character = ' ';
        struct text rest = {line + i, length - i};
        size_t tag = tag_length(rest, &sign), entity = tag ? 0 : entity_length(rest, &character);
        if (sign)
            line[to++] = sign;
        if (sign == ' ')
            line[to++] = ' ';
        if (!tag)
            line[to++] = entity ? character : line[i];
        i += tag ? tag : entity ? entity : 1;
    }
    memset(line + to, ' ', length - to);
    bool quoted = length && *line == ' ', digit = to && is_digit(line[to - 1]);
    while (to && is_digit(line[to - 1]))
        to--;
    *cell = !quoted && digit && to && is_letter(line[to - 1]);
}
