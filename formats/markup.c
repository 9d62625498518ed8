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

/* The length of the tag that the text begins with; 0: there is none. */
static size_t tag_length(struct text t, bool *block) {
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
    *block = text_in_any_case(word, block_tags);
    return *block || text_in_any_case(word, inner_tags) ? (size_t)(end + 1 - t.at) : 0;
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
static void blank_beginning(char *line, size_t length, bool *plain) {
    size_t at = 0, end = length;
    while (!*plain && length && *line == '>' && at < length && (line[at] == '>' || line[at] == ' '))
        at++;
    bool quoted = at && (at == length || line[at - 1] == ' ');
    if (quoted)
        memset(line, ' ', at);
    if (length && !is_blank(*line)) /* this may be the second time */
        *plain = true;
    else if (quoted || !length)
        *plain = false;
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

void zi_markup_leave_out(char *line, size_t length, bool *plain) {
    while (length && is_line_end(line[length - 1]))
        length--;
    blank_beginning(line, length, plain);
    size_t to = 0;
    for (size_t i = 0; i < length;) {
        bool block = false;
        char character = ' ';
        struct text rest = {line + i, length - i};
        size_t tag = tag_length(rest, &block), entity = tag ? 0 : entity_length(rest, &character);
        for (unsigned k = 0; block && k < 2; k++)
            line[to++] = ' ';
        if (!tag)
            line[to++] = entity ? character : line[i];
        i += tag ? tag : entity ? entity : 1;
    }
    memset(line + to, ' ', length - to);
}
