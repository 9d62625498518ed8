#include "formats/sheet_split.h"

#include "formats/dates.h"
#include "formats/lines.h"
#include "formats/markup.h"
#include "formats/spoken.h"
#include "notation/base/unicode.h"
#include "validators/reading/reading.h"
#include "validators/replay/endings.h"

#define PLAYER_BITS                                                                                \
    (COLUMN_BIT(CSV_WHITE) | COLUMN_BIT(CSV_BLACK) | COLUMN_BIT(CSV_A) | COLUMN_BIT(CSV_B) |       \
     COLUMN_BIT(CSV_NORTH) | COLUMN_BIT(CSV_SOUTH))

/* Words. */

/* Whether a word of the line begins with one of these, which are folded. */
static bool has_stem(struct text line, const char *const *stems) {
    enum { ROOM = 1024 };
    char room[ROOM];
    struct text left = zi_text_folded(line, room, sizeof room), word;
    while ((word = text_next_word(&left)).len)
        for (size_t i = 0; stems[i]; i++)
            if (text_begins(text_trimmed(word, "(\"'"), stems[i]))
                return true;
    return false;
}

/* Whether a line speaks of an end that did not happen: an offer, a refusal, a claim, a question. */
static bool is_open_end(struct text line) {
    static const char *const open[] = {"offer",    "declin",  "refus",  "claim",   "reject",
                                       "bied",     "aangebo", "biet",   "angebot", "angeboten",
                                       "abgelehn", "propo",   "tilbud", "tilby",   "odrzu",
                                       "afgewez",  "toss",    "would",  "could",   "trouble",
                                       NULL},
                             *const settled[] = {"accept",  "aanvaard", "aangenom", "angenom",
                                                 "annahme", "aksepter", "przyj",    NULL};
    return memchr(line.at, '?', line.len) || (has_stem(line, open) && !has_stem(line, settled));
}

static bool is_sure(const struct said_ending *e) {
    return e->scored || e->draw || e->termination || e->wins || e->loser < SIDE_WORDS;
}

bool zi_line_ends_game(struct text line, struct said_ending *out, const struct names *names) {
    struct text words[ENDING_WORDS_MAX];
    struct text plain = text_trimmed(line, BLANK_MARKS "*_#|;,~");
    line = plain.len ? plain : text_trimmed(line, BLANK_MARKS); /* `*` */
    if (!plain.len && !text_is(line, "*"))
        return false;
    size_t count = zi_ending_words(line, words), n;
    if (!count || is_open_end(line))
        return false;
    n = zi_ending_phrase(words, count, out, names);
    char last = n ? words[n - 1].at[words[n - 1].len - 1] : '\0';
    bool sided = n && out->termination && (out->winner < SIDE_WORDS || out->loser < SIDE_WORDS);
    bool sentence = n == count || (last && strchr(".,;!)", last)) || (n && out->scored) || sided;
    return n && sentence && is_sure(out);
}

struct text zi_line_ending(struct text line, struct said_ending *out, const struct names *names,
                           bool *failed) {
    struct text words[ENDING_WORDS_MAX], left = line;
    size_t count = 0, from;
    struct text word;
    while ((word = text_next_word(&left)).len) { /* the last ones */
        if (count == ENDING_WORDS_MAX) {
            memmove(words, words + 1, sizeof words - sizeof *words);
            count--;
        }
        words[count++] = word;
    }
    if (!count || zi_sheet_has_cell(words[count - 1]))
        return NO_TEXT;
    for (from = count > 8 ? count - 8 : 1; from < count; from++) {
        struct line_look look;
        struct text rest = text_between(words[from].at, text_end(words[count - 1]));
        *failed |= !zi_sheet_look(rest, &look);
        if (!look.moves && !look.number && !is_open_end(rest) && zi_ending_read(rest, out, names) &&
            is_sure(out))
            return rest;
    }
    return NO_TEXT;
}

/* Messages. */

/* The length of a date, a time or a sign at the start of the head of a message. *any: it is a date
   or a time. */
static size_t stamp_length(struct text t, bool *any) {
    static const char *const words[] = {"am", "pm", "uhr", "h", "at", "om", "um", "kl", NULL};
    char first = text_first(t);
    if (first && strchr(" \t[](),-|<", first))
        return 1;
    if (text_begins(t, "\xE2\x80\x93") || text_begins(t, "\xE2\x80\x94"))
        return 3;
    size_t n = 0, marks = 0;
    while (n < t.len && (is_digit(t.at[n]) || (t.at[n] && strchr(".:/-", t.at[n]) && n))) {
        marks += !is_digit(t.at[n]);
        n++;
    }
    while (n && !is_digit(t.at[n - 1])) {
        n--;
        marks--;
    }
    if (n > 3 && marks) {
        *any = true;
        return n;
    }
    while (n < t.len && (is_letter(t.at[n]) || t.at[n] < 0))
        n++;
    return *any && text_in_any_case((struct text){t.at, n}, words) ? n : 0;
}

enum { NAME_MAX = 40, LABELS_MAX = 64 };

/* Removes words such as `Today at` from the end of a text. Whether it had a day. */
static bool drop_day(struct text *t) {
    static const char *const days[] = {"today",    "yesterday", "heute",       "gestern", "vandaag",
                                       "gisteren", "hier",      "aujourd'hui", "dzisiaj", NULL},
                             *const words[] = {"at", "um", "om", "kl", "kl.", NULL};
    bool any = false, day = true;
    while (day) {
        size_t from = t->len;
        while (from && !is_blank(t->at[from - 1]))
            from--;
        struct text word = text_after(*t, from);
        day = text_in_any_case(word, days) != NULL;
        any |= day;
        day |= from && text_in_any_case(word, words);
        if (day)
            *t = text_trimmed((struct text){t->at, from}, BLANK_MARKS);
    }
    return any;
}

/* `Ann Lee, [21.11.2026 19:30]`, `Ann [19:30]`, `Ann - Today at 7:30 PM`: a line that is only the
   head of the message below, with at least so many dates and times. */
static bool is_name_and_stamp(struct text line, size_t stamps, struct text *who) {
    size_t from = 0, n, found = 0;
    while (from < line.len && from <= NAME_MAX && !is_digit(line.at[from]) && line.at[from] != ':')
        from++;
    *who = text_trimmed((struct text){line.at, from}, " \t,-[(|");
    found += drop_day(who);
    *who = text_trimmed(*who, " \t,-[(|");
    while (who->len > 3 && !memcmp(text_end(*who) - 3, "\xE2\x80", 2))
        *who = text_trimmed((struct text){who->at, who->len - 3}, " \t,-[(|");
    bool any = false;
    for (size_t at = from; at < line.len; at += n) {
        if (!(n = stamp_length(text_after(line, at), &any)))
            return false;
        found += is_digit(line.at[at]);
    }
    return who->len && found >= stamps && is_letter(*who->at);
}

/* The length of the head of a message that the line begins with, `[21.11.2026 19:30] Ann:`, and who
   wrote it; 0: none. */
static size_t message_length(struct text line, struct text *who) {
    if (is_name_and_stamp(line, 2, who))
        return line.len;
    bool any = false;
    size_t at = 0, n;
    while (at < line.len && (n = stamp_length(text_after(line, at), &any)))
        at += n;
    bool angle = text_first(line) == '<' || (at && line.at[at - 1] == '<');
    char close = angle ? '>' : ':';
    size_t end = at;
    while (end < line.len && end - at < NAME_MAX && line.at[end] != close &&
           !is_digit(line.at[end]))
        end++;
    bool named = end < line.len && end > at && line.at[end] == close;
    if (!(any || angle) || (at < line.len && !named) || at > line.len)
        return 0;
    *who = named ? text_trimmed(text_between(line.at + at, line.at + end), " \t*_~") : NO_TEXT;
    return named ? end + 1 : at;
}

/* What recurs in the lines of a text: the names of their writers, before or above the moves, and
   words between the moves. */
enum { WORDS_KNOWN = 512 };
struct form {
    struct {
        struct text text;
        size_t before, above; /* moves in the same line; lines with moves */
    } label[LABELS_MAX];
    size_t labels, lines; /* with moves */
    bool failed;          /* out of memory */
    struct {
        uint32_t hash, times;
    } word[WORDS_KNOWN];
};

/* How often a word occurs in lines with moves; `add` counts it. */
static uint32_t times_of(struct form *f, struct text word, bool add) {
    char room[64];
    struct text t = zi_text_folded(text_trimmed(word, ".,:;()"), room, sizeof room);
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < t.len; i++)
        hash = (hash ^ (unsigned char)t.at[i]) * 16777619U;
    for (size_t i = 0; t.len && !is_digit(*t.at) && i < 8; i++) {
        size_t at = (hash + i) % WORDS_KNOWN;
        if (f->word[at].times && f->word[at].hash != hash)
            continue;
        f->word[at].hash = hash;
        return f->word[at].times += add;
    }
    return 0;
}

static void learn_words(struct form *f, struct text line) {
    struct text word;
    while ((word = text_next_word(&line)).len)
        if (word.len < 32 && !zi_sheet_has_cell(word))
            times_of(f, word, true);
}

/* How many words of the line belong to the form of the text. */
static uint32_t words_of_form(struct form *f, struct text line) {
    enum { TIMES = 3, SHARE = 5 };
    uint32_t count = 0;
    struct text word;
    while ((word = text_next_word(&line)).len) {
        uint32_t times = word.len < 32 && !zi_sheet_has_cell(word) ? times_of(f, word, false) : 0;
        count += times >= TIMES && (size_t)times * SHARE >= f->lines;
    }
    return count;
}

/* The label that a line may have without a date or time: `Ann: `, or the whole line. */
static struct text label_of(struct text line, size_t *length) {
    size_t end = 0;
    struct text who;
    *length = line.len;
    if (is_name_and_stamp(line, 1, &who))
        return who;
    while (end < line.len && end <= NAME_MAX && line.at[end] != ':' && !is_digit(line.at[end]))
        end++;
    bool colon = end && end < line.len && line.at[end] == ':';
    struct text name = text_trimmed((struct text){line.at, end}, " \t*_~");
    *length = end + colon;
    bool label = (colon || end == line.len) && end <= NAME_MAX && name.len > 1 &&
                 zi_side_meant(name) == SIDE_WORDS && !zi_sign_counts(name);
    return label ? name : NO_TEXT;
}

static size_t label_at(struct form *l, struct text name, bool add) {
    size_t i = 0;
    while (i < l->labels && !text_same(l->label[i].text, name))
        i++;
    if (i == l->labels && add && i < LABELS_MAX)
        l->label[l->labels++].text = name;
    return i < l->labels ? i : LABELS_MAX;
}

/* Learns the form. Words are labels only if most lines with moves have one. */
static void learn_form(struct form *l, struct text text) {
    enum { TIMES = 2 };
    size_t last = LABELS_MAX, to = 0, before = 0, above = 0;
    for (size_t at = 0; at < text.len; at = text_next_line(text, at)) {
        struct text t = text_trimmed(text_between(text.at + at, text.at + text_line_end(text, at)),
                                     BLANK_MARKS),
                    name = NO_TEXT;
        size_t length = 0;
        bool moves = zi_sheet_has_cell(t);
        struct text who;
        if (!t.len || (is_digit(*t.at) && message_length(t, &who) == t.len && !who.len))
            continue;
        if (t.len <= 4 * NAME_MAX)
            name = label_of(t, &length);
        size_t is = name.len && (length == t.len) != moves ? label_at(l, name, true) : LABELS_MAX;
        l->lines += moves;
        if (moves)
            learn_words(l, t);
        if (moves && last < LABELS_MAX)
            l->label[last].above++;
        if (moves && is < LABELS_MAX)
            l->label[is].before++;
        last = moves ? LABELS_MAX : is;
    }
    for (size_t i = 0; i < l->labels; i++) {
        before += l->label[i].before >= TIMES ? l->label[i].before : 0;
        above += l->label[i].above >= TIMES ? l->label[i].above : 0;
    }
    for (size_t i = 0; i < l->labels; i++)
        if ((l->label[i].before >= TIMES && 2 * before >= l->lines) ||
            (l->label[i].above >= TIMES && 2 * above >= l->lines))
            l->label[to++] = l->label[i];
    l->labels = to;
}

/* Takes the head of a message off the body. */
static void take_message(struct line *line, struct form *form) {
    size_t length = message_length(line->body, &line->who), own;
    struct text name = length ? NO_TEXT : label_of(line->body, &own);
    size_t is = name.len ? label_at(form, name, false) : LABELS_MAX;
    if (is < LABELS_MAX &&
        (own < line->body.len ? form->label[is].before : form->label[is].above)) {
        length = own;
        line->who = name;
    }
    line->told = length > 0;
    line->body = length < line->body.len ? text_after(line->body, length)
                                         : (struct text){text_end(line->body), 0};
}

/* Lines. */

static bool is_rule(struct text t) {
    return t.len > 2 && (unsigned char)*t.at < 0x80 && !text_trimmed(t, "-=_*~#. \t|+:").len;
}

/* A line of a table, `1;d4;e5`, as one with blanks. */
static void space_cells(char *line, size_t length, bool *failed) {
    struct text t = {line, length};
    struct line_look before, after;
    enum { LONGEST = 400 };
    char room[LONGEST];
    size_t marks = 0;
    struct text cells = text_trimmed(t, BLANK_MARKS);
    size_t digits = text_digits(cells);
    char sign = text_byte(cells, digits);
    bool list = digits && (sign == '.' || sign == ')') && is_blank(text_byte(cells, digits + 1));
    bool commas = !list && !memchr(line, '(', length); /* a8(c6,e6)e8 is a move */
    for (size_t i = 0; i < length; i++)
        marks += line[i] == ';' || line[i] == '|' || line[i] == '"' ||
                 (commas && line[i] == ',' && i + 1 < length && line[i + 1] != ' ');
    if (!marks || !zi_sheet_has_cell(t) || *line == '[' || length > LONGEST ||
        memchr(line, '{', length))
        return;
    for (size_t i = 0; i < length; i++) {
        bool comma = commas && line[i] == ',' && i + 1 < length && line[i + 1] != ' ';
        room[i] = line[i] == ';' || line[i] == '|' || comma ? '\t' : line[i] == '"' ? ' ' : line[i];
    }
    bool row = (text_first(cells) == '|' && marks > 2) || /* `1;d4;e5` */
               (digits && sign == ';' && marks > 1);
    *failed |= !zi_sheet_look(t, &before) || !zi_sheet_look((struct text){room, length}, &after);
    bool better = row || after.moves > before.moves || (after.number && !before.number) ||
                  (after.moves && after.moves == before.moves && after.words <= before.words);
    if (better && 2 * after.moves >= after.words)
        memcpy(line, room, length);
}

static const struct names nobody = {.side = {SIDE_WORDS, SIDE_WORDS}};

/* Takes what the line says as a heading. */
static void see_heading(struct line *line, const struct sheet_head *h) {
    line->has = h->has;
    line->pair = h->named[0].len > 0 || __builtin_popcountll(h->has & PLAYER_BITS) > 1;
    line->has |= h->named[0].len ? PLAYER_BITS : 0;
    if (line->has || line->pair || h->numbered)
        line->kind = LINE_HEAD;
}

static void classify_moves(struct line *line, struct text t, struct form *form) {
    struct line_look look;
    struct said_ending e;
    form->failed |= !zi_sheet_look(t, &look);
    uint32_t known = look.moves && look.words ? words_of_form(form, t) : 0;
    look.words -= known < look.words ? known : look.words;
    look.prose &= look.words > 2 || !known;
    bool moves = look.moves && !look.prose && (look.number || 2 * look.moves > look.words) &&
                 (zi_sheet_has_cell(t) || look.moves > 1);
    size_t digits = text_digits(t);
    bool bare = digits && digits < 4 && look.moves && is_blank(text_byte(t, digits));
    struct text left = t;
    text_next_word(&left);
    bool first = !moves && digits && (bare || look.number) && look.moves && zi_sheet_has_cell(t) &&
                 zi_sheet_is_move(text_next_word(&left), &form->failed);
    moves |= first; /* `4 d7 e7 refused the draw` */
    line->number =
        look.number || !bare ? look.number : text_number((struct text){t.at, digits}, 1000);
    struct text dots = text_after(t, digits);
    line->second = digits && (text_begins(dots, "..") || text_begins(dots, ". .") ||
                              text_begins(dots, "\xE2\x80\xA6"));
    if (moves || (look.number && !look.words && !look.moves))
        line->kind = LINE_MOVES;
    if (moves)
        line->ends = zi_line_ending(t, &e, &nobody, &form->failed).len > 0;
}

/* Whether the heading has a key that no line of moves has. */
static bool has_key(const struct sheet_head *h, struct text t) {
    bool game = h->has & COLUMN_BIT(CSV_GAME);
    struct text left = t, word = text_next_word(&left);
    if (*t.at >= 'a' && *t.at <= 'z' && zi_sheet_has_cell(word))
        return false; /* `b5` is no table here */
    return h->has & ~(PLAYER_BITS | COLUMN_BIT(CSV_MOVES)) && !is_digit(*t.at) &&
           (game || memchr(t.at, ':', t.len));
}

static bool is_file(char c) { return c >= 'a' && c <= 'p'; }

/* Whether a line has the number of a move and then moves, as most lines have: `12. d4-2e5 c3+`. */
static bool is_plain(struct line *line, struct text t) {
    size_t digits = text_digits(t), dots = 0, words = 0;
    struct text left = text_after(t, digits), word;
    while (text_first(text_after(left, dots)) == '.')
        dots++;
    left = text_after(left, dots);
    while ((word = text_next_word(&left)).len) {
        size_t file = is_digit(*word.at);
        if (!is_file(text_byte(word, file)) || !is_digit(text_byte(word, file + 1)))
            return false;
        for (size_t i = 0; i < word.len; i++)
            if (!is_digit(word.at[i]) && !is_file(word.at[i]) && !strchr("-^+xv", word.at[i]))
                return false;
        words++;
    }
    if (!digits || digits > 3 || (dots != 1 && dots != 3) || !words || words > 2)
        return false;
    line->kind = LINE_MOVES;
    line->number = text_number((struct text){t.at, digits}, 1000);
    line->second = dots == 3;
    return true;
}

static void classify(struct line *line, struct form *form, bool *braces) {
    struct text t = text_trimmed(line->text, BLANK_MARKS);
    struct said_ending e;
    struct sheet_head h;
    bool within = *braces, ascii;
    for (size_t i = 0; i < t.len; i++)
        *braces = t.at[i] == '{' || (*braces && t.at[i] != '}');
    line->kind = LINE_TEXT;
    line->body = t;
    if (!t.len || (*t.at == '%' && t.at == line->text.at && !text_begins(t, "%skip") &&
                   !text_begins(t, "%give")))
        line->kind = LINE_BLANK;
    if (line->kind == LINE_BLANK || zi_utf8_check(t, &ascii) < t.len || is_plain(line, t))
        return;
    bool ends = zi_line_ends_game(t, &e, &nobody);
    if (!(ends && e.scored))
        take_message(line, form);
    if (!line->told && ends && (e.scored || !within)) {
        line->kind = LINE_END;
        return;
    }
    if (is_rule(t)) {
        line->kind = LINE_RULE;
        return;
    }
    line->tag = *t.at == '[' && t.at[t.len - 1] == ']' && memchr(t.at, '"', t.len);
    zi_sheet_head(line->text, &h, &nobody);
    form->failed |= h.failed;
    if (h.has & COLUMN_BIT(CSV_MOVES))
        line->text = t = line->body = zi_sheet_without_key(t);
    if (!line->tag && line->body.len && !has_key(&h, t))
        classify_moves(line, line->body, form);
    bool comment = within || (*t.at == '{' && (*braces || t.at[t.len - 1] == '}'));
    if (line->kind == LINE_TEXT && comment)
        line->kind = LINE_COMMENT;
    if (line->kind == LINE_TEXT && !(line->told && !line->body.len))
        see_heading(line, &h);
}

/* Where the first move with its number begins that follows other text: `Ann against Bob: 1. d4`;
   0 if there is no such move. */
static size_t moves_after_text(struct text t, bool *failed) {
    struct text left = t, word;
    size_t words = 0;
    while ((word = text_next_word(&left)).len && !zi_sheet_has_cell(word)) {
        struct text rest = left, next = text_next_word(&rest);
        if (text_is(word, "1.") && (words < 2 || zi_sheet_is_move(next, failed)))
            return words > 1 ? (size_t)(word.at - t.at) : 0;
        words++;
    }
    return 0;
}

/* The length of the line, up to its moves, or to the tag of another game that follows a result. */
static size_t part_length(struct text t) {
    for (size_t i = 0; i < t.len; i++)
        if (t.at[i] == MARKUP_BREAK)
            return i;
    for (size_t i = 1; i + 3 < t.len; i++)
        if (t.at[i] == '[' && t.at[i + 1] >= 'A' && t.at[i + 1] <= 'Z' && is_letter(t.at[i + 2]) &&
            memchr(t.at + i, '"', t.len - i))
            return i;
    return t.len;
}

/* A tag of PGN with plain quotes in place of `\\"`. */
static void unescape_tag(char *text, size_t length) {
    size_t end = length, to = 0;
    while (end && is_blank(text[end - 1]))
        end--;
    if (end < 4 || *text != '[' || text[end - 1] != ']' || !memchr(text, '\\', end))
        return;
    for (size_t i = 0; i < end; i++) {
        bool escape = text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\');
        i += escape;
        text[to++] = text[i];
    }
    memset(text + to, ' ', length - to);
}

static void add_line(struct lines *l, char *text, size_t length, struct form *form, bool *braces) {
    struct line *line = zi_list_add(&l->at, &l->cap, &l->count, sizeof *line);
    l->failed |= !line;
    if (!line)
        return;
    *line = (struct line){.text = {text, length}};
    unescape_tag(text, length);
    const char *comment = l->tagged ? memchr(text, ';', length) : NULL;
    if (!comment || (comment > text && !is_blank(comment[-1])))
        space_cells(text, length, &form->failed);
    classify(line, form, braces);
    l->tagged |= line->tag;
}

/* Whether a word is cells without letters: `51-42`. */
static bool is_of_digits(struct text word) {
    size_t at = 0;
    while (text_digits(text_after(word, at)) == 2) {
        at += 2;
        if (at == word.len)
            return true;
        while (at < word.len && strchr("-^>:x,", word.at[at]))
            at++;
    }
    return false;
}

/* Whether a line has a number, and then words that are cells without letters. */
static bool has_digits(struct text line) {
    struct text word = text_next_word(&line);
    size_t cells = 0;
    if (!text_digits(word) || text_digits(word) + 1 < word.len)
        return false;
    while ((word = text_next_word(&line)).len) {
        if (!is_of_digits(word))
            return false;
        cells++;
    }
    return cells > 0 && cells < 5;
}

/* A line that begins with the next number has a move, although it cannot be read: `5. hl-`. */
static void take_numbered(struct lines *l) {
    enum { WORDS_MOST = 3 };
    uint32_t last = 0;
    for (size_t i = 0; i < l->count; i++) {
        struct line *line = &l->at[i];
        struct line_look look;
        size_t digits = text_digits(line->body);
        bool due = last && line->kind == LINE_TEXT && digits &&
                   text_number((struct text){line->body.at, digits}, 1000) == last + 1 &&
                   text_byte(line->body, digits) == '.';
        if (due)
            l->failed |= !zi_sheet_look(line->body, &look);
        if (due && look.words <= WORDS_MOST) {
            line->kind = LINE_MOVES;
            line->number = last + 1;
        }
        if (line->kind == LINE_MOVES)
            last = line->number;
    }
}

/* Without lines of moves alone, those of prose with moves are taken. */
static void take_prose(struct lines *l) {
    bool any = false;
    for (size_t i = 0; i < l->count; i++)
        any |= l->at[i].kind == LINE_MOVES && (!l->at[i].number || l->at[i].text.len > 4);
    for (size_t i = 0; i < l->count && !any; i++) {
        struct line_look look;
        if (l->at[i].kind != LINE_TEXT && l->at[i].kind != LINE_HEAD)
            continue;
        l->failed |= !zi_sheet_look(l->at[i].body, &look);
        if ((look.moves || has_digits(l->at[i].body)) && !l->at[i].pair && !l->at[i].tag)
            l->at[i].kind = LINE_MOVES;
    }
}

/* Finds out where the players are, if none are above the first moves. */
static void place_players(struct lines *l) {
    bool moves = false, above = false, below = false, beside = false, blank = true, anew = false;
    for (size_t i = 0; i < l->count; i++) {
        const struct line *line = &l->at[i];
        bool players = line->pair || (line->has & PLAYER_BITS);
        moves |= line->kind == LINE_MOVES;
        above |= !moves && players;
        below = line->kind != LINE_MOVES && (below || (moves && players));
        beside |= moves && players && !blank;
        anew |= beside && line->kind == LINE_MOVES && line->number <= 1 && !line->second;
        blank = line->kind == LINE_BLANK || (blank && line->kind == LINE_HEAD);
    }
    l->below = !above && below;
    l->unclear = !above && !below && anew;
}

void zi_lines_read(struct lines *l, char *text, size_t length) {
    bool braces = false, hop = false;
    struct form form = {.labels = 0};
    const struct text all = {text, length};
    for (size_t at = 0, next; at < length; at = next) {
        size_t end = text_line_end(all, at);
        next = text_next_line(all, at);
        zi_line_plain(text + at, end - at);
        zi_markup_leave_out(text + at, end - at, &hop);
        zi_spoken_write(text + at, end - at);
    }
    learn_form(&form, all);
    for (size_t at = 0, next; at < length; at = next) {
        size_t end = text_line_end(all, at);
        next = text_next_line(all, at);
        do {
            struct text rest = {text + at, end - at};
            size_t moves = *rest.at == '[' || *rest.at == '{'
                               ? 0
                               : moves_after_text(rest, &form.failed),
                   part = moves ? moves : part_length(rest);
            add_line(l, text + at, part, &form, &braces);
            at += part + (at + part < end && text[at + part] == MARKUP_BREAK);
        } while (at < end);
    }
    l->failed |= form.failed;
    take_prose(l);
    take_numbered(l);
    place_players(l);
}

/* Games. */

/* One game, as far as its lines have been seen. */
struct game {
    uint64_t has;
    bool pair, begun, numbered, ended;
    size_t last; /* its last line with moves, or the one that names both players */
};

static const uint64_t own_bits = PLAYER_BITS | COLUMN_BIT(CSV_TABLE) | COLUMN_BIT(CSV_EVENT) |
                                 COLUMN_BIT(CSV_ROUND) | COLUMN_BIT(CSV_DATE);

static bool is_head(const struct line *line) { return line->kind == LINE_HEAD || line->tag; }

/* The end of the paragraph of line `at`, at most `to`. */
static size_t paragraph_end(const struct lines *l, size_t at, size_t to) {
    while (at < to && l->at[at].kind != LINE_BLANK && l->at[at].kind != LINE_RULE)
        at++;
    return at;
}

/* Whether a line says of a game only how it ended. */
static bool says_end(const struct line *line) {
    static const uint64_t bits = COLUMN_BIT(CSV_RESULT) | COLUMN_BIT(CSV_TERMINATION);
    return line->kind == LINE_END || (is_head(line) && (line->has & bits) && !(line->has & ~bits));
}

/* Where the lines that say how a game ended end, at or after `from`: they follow the moves, or are
   a paragraph of their own. */
static size_t end_of_endings(const struct lines *l, size_t from, size_t to) {
    for (size_t at = from;; from = at) {
        size_t begin = at;
        while (begin < to && l->at[begin].kind == LINE_BLANK)
            begin++;
        for (at = begin; at < to && says_end(&l->at[at]);)
            at++;
        bool apart = at < to && is_head(&l->at[at]);
        if (at == begin || (begin > from && apart))
            return from;
    }
}

/* Where the lines between two games are divided: what follows the moves and the result belongs to
   the game before, up to a blank line or a heading. */
static size_t divide(const struct lines *l, size_t from, size_t to) {
    size_t ended = end_of_endings(l, from, to), end = ended, head = ended, cut;
    for (size_t i = ended; i < to && l->below; i++)
        end = l->at[i].pair || l->at[i].has & PLAYER_BITS ? i : end;
    if (l->below)
        return paragraph_end(l, end, to);
    while (head < to && !is_head(&l->at[head]))
        head++;
    for (size_t i = ended; i < head; i++)
        end = l->at[i].kind == LINE_END ? i + 1 : end;
    for (cut = end; cut < head && l->at[cut].kind != LINE_BLANK && l->at[cut].kind != LINE_RULE;)
        cut++;
    if (end > from || l->at[from - 1].ends || head == to)
        return cut;
    for (cut = head; cut > ended && l->at[cut - 1].kind == LINE_TEXT;)
        cut--;
    return cut;
}

/* Whether the lines with moves from `to` on begin another game than those before the lines at
   `from`: their numbers begin anew, and a heading or a result is between. */
static bool begins_game(const struct lines *l, const struct game *g, size_t from, size_t to) {
    const struct line *line = &l->at[to];
    bool ended = l->at[from - 1].ends, clash = false, tag = false;
    uint64_t has = 0;
    bool pair = false;
    for (size_t i = from; i < to; i++) {
        ended |= l->at[i].kind == LINE_END || (l->at[i].has & COLUMN_BIT(CSV_RESULT));
        tag |= l->at[i].tag;
        has |= is_head(&l->at[i]) ? l->at[i].has : 0;
        pair |= l->at[i].pair;
    }
    pair |= __builtin_popcountll(has & PLAYER_BITS) > 1;
    clash = (has & g->has & own_bits) || (g->pair && has & own_bits) ||
            (pair && !(g->has & PLAYER_BITS));
    bool strong = (pair && (ended || g->pair)) || (tag && clash);
    bool anew = line->second        ? false
                : line->number == 1 ? g->numbered || ended
                                    : !line->number && !g->numbered;
    return (anew && (ended || clash)) || (strong && line->number <= 1);
}

static void see_head(struct game *g, const struct line *line, size_t at) {
    g->has |= line->has;
    g->pair |= line->pair || __builtin_popcountll(g->has & PLAYER_BITS) > 1;
    if (line->pair || (line->has & PLAYER_BITS))
        g->last = at;
}

/* Whether a line names the players of another game than the one whose players are known. */
static bool names_others(const struct lines *l, const struct game *g, size_t at) {
    const struct line *line = &l->at[at];
    bool clash = line->has & g->has & (PLAYER_BITS | COLUMN_BIT(CSV_TABLE) | COLUMN_BIT(CSV_EVENT));
    return is_head(line) && g->pair && (line->pair || clash) && at > g->last;
}

size_t zi_lines_game(const struct lines *l, size_t from) {
    struct game g = {.last = from};
    for (size_t i = from; i < l->count; i++) {
        const struct line *line = &l->at[i];
        if (line->kind == LINE_MOVES) {
            if (g.begun && g.last + 1 <= i && begins_game(l, &g, g.last + 1, i))
                return divide(l, g.last + 1, i);
            g.begun = true;
            g.numbered |= line->number > 0;
            g.last = i;
        } else if (!g.begun && names_others(l, &g, i)) {
            size_t end = paragraph_end(l, g.last, i);
            return end > from ? end : i;
        } else if (!g.begun) {
            see_head(&g, line, i);
        }
    }
    /* players after the last game, of a game without moves */
    for (size_t i = g.last + 1; g.begun && g.pair && !l->below && i < l->count; i++)
        if (l->at[i].kind == LINE_HEAD && l->at[i].pair)
            return divide(l, g.last + 1, l->count);
    return l->count;
}

size_t zi_lines_moves(const struct lines *l, size_t from, size_t to, size_t *first) {
    size_t end = to;
    *first = to;
    for (size_t i = from; i < to; i++)
        if (l->at[i].kind == LINE_MOVES) {
            *first = *first == to ? i : *first;
            end = i + 1;
        }
    while (*first > from && *first < to) {
        const struct line *before = &l->at[*first - 1];
        bool digits = before->text.len && !text_trimmed(before->text, "0123456789. \t").len;
        if (before->kind != LINE_COMMENT && !(digits && before->text.len < 5))
            break;
        --*first;
    }
    return end;
}
