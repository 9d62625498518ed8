#include "formats/sheet_lines.h"

#include "formats/dates.h"
#include "formats/formats.h"
#include "notation/base/unicode.h"
#include "notation/words/values.h"
#include "validators/replay/endings.h"

bool zi_sheet_has_cell(struct text t) {
    for (size_t i = 1; i < t.len; i++)
        if ((is_letter(t.at[i]) && is_digit(t.at[i - 1])) ||
            (is_digit(t.at[i]) && is_letter(t.at[i - 1])))
            return true;
    return false;
}

bool zi_sheet_look(struct text t, struct line_look *out) {
    static const char *const names[] = {"halma", "husbao", "akron"};
    *out = (struct line_look){0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (i && ((out->moves && !out->prose) || !zi_sheet_has_cell(t)))
            break;
        const struct rules *rules = zi_game_find(text_of(names[i]));
        struct ruleset rs;
        struct line_look look;
        unsigned largest = 0;
        while (rules->variants && rules->variants[largest + 1] && !i)
            largest++;
        zi_ruleset_init(&rs, rules, largest);
        if (!zi_reading_look(t, &rs, &look))
            return false;
        if (!i || (look.moves && !look.prose && (out->prose || !out->moves)))
            *out = look;
    }
    return true;
}

bool zi_sheet_is_move(struct text word, bool *failed) {
    struct line_look look;
    *failed |= !zi_sheet_look(word, &look);
    return look.moves && !look.words;
}

bool zi_sheet_is_moves(struct text t, bool *failed) {
    struct line_look look;
    *failed |= !zi_sheet_look(t, &look);
    return look.moves > 1 && !look.prose && 4 * look.words <= look.moves;
}

/* Broken text is not folded; the record will say where it is. */
static bool is_broken(struct text line) {
    bool ascii;
    return zi_utf8_check(line, &ascii) < line.len;
}

/* The text after the key at the start of a line; *column is the column of the key. Without a key
   it is the whole line. */
static struct text after_key(struct text line, size_t *column) {
    enum { KEY_MAX = 24 };
    size_t length = 0;
    while (length < line.len && length < KEY_MAX && line.at[length] != ':' &&
           line.at[length] != '=')
        length++;
    bool key = length && length < line.len && length < KEY_MAX;
    *column = key ? zi_sheet_column((struct text){line.at, length}) : CSV_COLUMNS;
    return *column == CSV_COLUMNS
               ? line
               : text_trimmed(text_between(line.at + length + 1, text_end(line)), BLANK_MARKS);
}

struct text zi_sheet_without_key(struct text line) {
    static const char *const signs[] = {"|", "|-", ">", ">-", NULL};
    size_t column;
    struct text rest = after_key(line, &column);
    if (column != CSV_MOVES)
        return line;
    bool sequence = text_first(rest) == '[' && rest.at[rest.len - 1] == ']';
    if (sequence && !memchr(rest.at, '"', rest.len))
        rest = text_trimmed(rest, "[]");
    return text_is_one_of(rest, signs) ? (struct text){rest.at, 0} : rest;
}

/* Heads. */

static bool is_of_player(size_t column) {
    return is_side_column(column) || column == CSV_NORTH || column == CSV_SOUTH;
}

/* Whether a heading is one that sheets have. */
static bool is_key(size_t column) {
    return column >= CSV_GAME && column != CSV_FILE && column < CSV_PLIES;
}

static void leave(struct sheet_head *h, struct text t) {
    h->other = h->other.len ? h->line : text_trimmed(t, " \t,;");
}

static void put(struct sheet_head *h, size_t column, struct text t) {
    t = text_trimmed(t, " \t,;");
    if (t.len && h->value[column].len)
        leave(h, t);
    else if (t.len)
        h->value[column] = t;
    h->has |= t.len ? COLUMN_BIT(column) : 0;
}

/* What a phrase says of the end. */
static void put_ending(struct sheet_head *h, const struct said_ending *e) {
    bool adds = e->termination && !e->scored && e->winner == SIDE_WORDS && e->loser == SIDE_WORDS;
    if (!h->ending.text.len)
        h->ending = *e;
    else if (adds && !h->ending.termination)
        h->ending.termination = e->termination;
    else
        leave(h, e->text);
}

/* The digits of a number such as `4`, `4.`, `#4`, `4th`, `3e`; empty: it is not one. */
static struct text digits_in(struct text t) {
    t = text_trimmed(t, "#.,:()");
    size_t n = text_digits(t);
    bool ordinal = t.len - n <= 4;
    for (size_t i = n; i < t.len; i++)
        ordinal &= t.at[i] < 0 || (t.at[i] | 0x20) >= 'a';
    return n && n < 4 && ordinal ? (struct text){t.at, n} : NO_TEXT;
}

/* A game, and the variant that may follow it. */
static void put_game(struct sheet_head *h, struct text t, struct text rest) {
    const struct rules *rules = zi_game_meant(t);
    put(h, CSV_GAME, t);
    for (unsigned n = 0; rules && rules->variants && rest.len && n < 3; n++) {
        zi_sheet_word(&rest);
        struct text variant = text_trimmed(text_between(text_end(t), rest.at), " \t,.;:()");
        if (variant.len && zi_value_meant(variant, rules->variants))
            put(h, CSV_VARIANT, variant);
    }
}

static bool has_letters(struct text t) {
    bool any = false;
    for (size_t i = 0; i < t.len; i++)
        any |= t.at[i] < 0 || (t.at[i] | 0x20) >= 'a';
    return any;
}

/* The number of words at the beginning that say how the game ended. 0 if it is unclear which side
   they are about, unless they are all words. */
static size_t sentence_length(const struct text *words, size_t count, struct said_ending *e,
                              const struct names *names) {
    size_t n = zi_ending_phrase(words, count, e, names);
    bool sided = n && (e->winner < SIDE_WORDS || e->loser < SIDE_WORDS);
    bool says = sided && (e->wins || e->loser < SIDE_WORDS || e->termination);
    return n == count || says ? n : 0;
}

/* Takes the sentences at the beginning that say how the game ended. Returns their words. */
static size_t put_sentences(struct sheet_head *h, const struct text *words, size_t count,
                            const struct names *names) {
    struct said_ending e;
    size_t n, all = 0;
    while (all < count && (n = sentence_length(words + all, count - all, &e, names))) {
        put_ending(h, &e);
        all += n;
    }
    return all;
}

/* A name without the quotes or parentheses around it and without a parenthesis of the line. */
static struct text name_in(struct text t) {
    t = text_trimmed(t, " \t,;*_");
    size_t digits = text_digits(t);
    if (digits && digits < 3 && strchr(".)", text_byte(t, digits)) &&
        text_byte(t, digits)) /* `1. Ann` */
        t = text_trimmed(text_after(t, digits + 1), " ");
    bool quoted =
        t.len > 2 && *t.at == '"' && text_end(t)[-1] == '"' && !memchr(t.at + 1, '"', t.len - 2);
    if (quoted)
        t = (struct text){t.at + 1, t.len - 2};
    bool open = t.len && memchr(t.at, '(', t.len), close = t.len && memchr(t.at, ')', t.len);
    if (open != close || (open && *t.at == '(' && text_end(t)[-1] == ')'))
        t = text_trimmed(t, " ()");
    return t;
}

/* Puts the value of a key into the head. */
static void put_value(struct sheet_head *h, size_t column, struct text t,
                      const struct names *names) {
    t = is_of_player(column) ? name_in(text_trimmed(t, "{}")) : text_trimmed(t, " \t,;\"{}*_");
    if (is_of_player(column) && t.len && (!has_letters(t) || zi_sheet_is_move(t, &h->failed))) {
        leave(h, h->line); /* a time, or a move of that side */
        return;
    }
    struct text digits = digits_in(t);
    bool number = column == CSV_ROUND || column == CSV_TABLE;
    size_t side = column == CSV_RESULT && t.len == 1 ? zi_sheet_column(t) : CSV_COLUMNS;
    struct said_ending e = {.text = t, .winner = zi_column_side(side), .loser = SIDE_WORDS};
    bool ends = column == CSV_RESULT || column == CSV_TERMINATION;
    if (column == CSV_TERMINATION && zi_ending_is_usual(t)) {
        h->has |= COLUMN_BIT(column);
        return;
    }
    if (ends && (is_side_column(side) || zi_ending_read(t, &e, names))) {
        if (column == CSV_RESULT)
            zi_ending_names_winner(&e);
        put_ending(h, &e);
        h->has |= COLUMN_BIT(column);
        return;
    }
    struct text words[ENDING_WORDS_MAX], left = t, game = text_trimmed(zi_sheet_word(&left), ",");
    size_t count = column == CSV_RESULT ? zi_ending_words(t, words) : 0,
           read = put_sentences(h, words, count, names);
    if (read < count && read)
        leave(h, t);
    h->has |= read ? COLUMN_BIT(column) : 0;
    if (read)
        return;
    if (column == CSV_GAME && zi_game_meant(game))
        put_game(h, game, left);
    else
        put(h, column, number && digits.len ? digits : t);
}

/* Words between which a line names players; up to three runs of them. */
struct chunk {
    struct sheet_head *head;
    const struct names *names;
    struct text word[ENDING_WORDS_MAX];
    size_t count, at;
    struct text run[3];
    size_t side[3], runs;
    bool open, separated;
    bool keyed; /* a side with a colon, so that names may be those of sides */
};

static void end_run(struct chunk *c) {
    c->runs += c->open;
    c->open = false;
}

static void add_to_run(struct chunk *c, struct text word, size_t side) {
    if (c->runs == 3)
        return;
    if (!c->open) {
        c->run[c->runs] = (struct text){word.at, 0};
        c->side[c->runs] = side;
    }
    c->open = true;
    if (side == CSV_COLUMNS)
        c->run[c->runs].len = (size_t)(text_end(word) - c->run[c->runs].at);
    else
        c->run[c->runs].at = text_end(word);
}

/* The text from one word on, up to another one. */
static struct text words_of(const struct chunk *c, size_t from, size_t to) {
    return from < to ? text_between(c->word[from].at, text_end(c->word[to - 1])) : NO_TEXT;
}

/* `R4`, `R4T1`, `T1`, `B2`: round and table. */
static bool take_letters(struct chunk *c) {
    struct text t = text_trimmed(c->word[c->at], ".,:;()");
    struct text value[2] = {NO_TEXT, NO_TEXT}; /* of them */
    for (size_t i = 0; i < t.len;) {
        char letter = (char)(t.at[i++] & ~0x20);
        bool table = letter == 'T' || letter == 'B' || letter == 'S';
        size_t digits = text_digits(text_after(t, i));
        if ((letter != 'R' && !table) || !digits || digits > 3 || value[table].len)
            return false;
        value[table] = (struct text){t.at + i, digits};
        i += digits;
        while (i < t.len && t.at[i] && strchr("/-.,", t.at[i]))
            i++;
    }
    put(c->head, CSV_ROUND, value[0]);
    put(c->head, CSV_TABLE, value[1]);
    c->at += t.len > 0;
    return t.len > 0;
}

/* `Runde 4`, `Tisch: 2`, `4. Runde`, `Game 3`. */
static bool take_numbered(struct chunk *c) {
    if (c->at + 1 >= c->count)
        return false;
    struct text a = c->word[c->at], b = c->word[c->at + 1], n = digits_in(b);
    size_t column = n.len ? zi_sheet_column(a) : CSV_COLUMNS;
    bool whole = column == CSV_GAME || column == CSV_MOVES;
    if (column != CSV_ROUND && column != CSV_TABLE && !whole) {
        n = digits_in(a);
        column = n.len ? zi_sheet_column(b) : CSV_COLUMNS;
    }
    if (column != CSV_ROUND && column != CSV_TABLE && !whole)
        return false;
    if (whole)
        c->head->numbered = true;
    else
        put(c->head, column, n);
    c->at += 2;
    return true;
}

static bool is_date(struct text t) {
    char to[10], other[10];
    size_t signs = 0, others = 0;
    for (size_t i = 0; i < t.len; i++) {
        bool sign = t.at[i] == '-' || t.at[i] == '/' || t.at[i] == '.';
        signs += sign;
        others += !sign && !is_digit(t.at[i]);
    }
    bool numbers = t.len > 5 && !others && signs == 2;
    return numbers || zi_date_read(t, DATES_DAY_FIRST, to, other) != DATE_LEFT;
}

/* A date, and the time after it, which no key of a record is for. */
static bool take_date(struct chunk *c) {
    size_t most = c->count - c->at < 4 ? c->count - c->at : 4, digit = 0;
    while (digit < most && !is_digit(c->word[c->at + digit].at[0]))
        digit++;
    for (size_t n = most; n > digit; n--) {
        struct text t = text_trimmed(words_of(c, c->at, c->at + n), ".,:;()");
        if (!is_date(t))
            continue;
        put(c->head, CSV_DATE, t);
        c->at += n;
        if (c->at < c->count && zi_sign_is_time(text_trimmed(c->word[c->at], ".,()")))
            leave(c->head, c->word[c->at++]);
        return true;
    }
    return false;
}

/* How many words a key with a colon has that is next; 0: it is not one. */
static size_t key_length(const struct chunk *c, size_t at, size_t *column) {
    for (size_t n = 1; n <= 2 && at + n <= c->count; n++) {
        struct text last = c->word[at + n - 1];
        bool apart =
            at + n < c->count && (text_is(c->word[at + n], ":") || text_is(c->word[at + n], "="));
        bool closed = last.at[last.len - 1] == ':' || last.at[last.len - 1] == '=';
        apart &= !closed;
        if (!apart && !closed)
            continue;
        *column = zi_sheet_column(words_of(c, at, at + n));
        return is_key(*column) ? n + apart : 0;
    }
    return 0;
}

/* `Datum: 10.10.2026`, up to the next key. */
static bool take_key(struct chunk *c) {
    size_t column, other, length = key_length(c, c->at, &column), end;
    if (!length)
        return false;
    c->at += length;
    if (is_of_player(column)) {
        end_run(c);
        add_to_run(c, c->word[c->at - 1], column);
        return c->keyed = true;
    }
    for (end = c->at; end < c->count && !key_length(c, end, &other);)
        end++;
    put_value(c->head, column, words_of(c, c->at, end), c->names);
    c->at = end;
    return true;
}

static bool is_separator(struct text t) {
    static const char *const words[] = {
        "v",     "vs",     "v.",           "vs.",          "versus",       "against", "gegen",
        "tegen", "contre", "mot",          "przeciw",      "przeciwko",    "kontra",  "contra",
        "-",     "/",      "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92", NULL};
    return text_in_any_case(t, words) != NULL;
}

static bool separates(struct text line) {
    struct text word;
    while ((word = text_next_word(&line)).len)
        if (is_separator(word))
            return true;
    return false;
}

/* Whether a separator of names is among the words from that one on. */
static bool has_separator(const struct chunk *c, size_t from) {
    while (from < c->count && !is_separator(c->word[from]))
        from++;
    return from < c->count;
}

/* `A Ann, B Bob` */
static bool has_letters_of_sides(const struct chunk *c) {
    size_t a = 0, b = 1;
    while (a < c->count && !text_is(c->word[a], "A"))
        a++;
    for (b = a + 2; b + 1 < c->count && !text_is(c->word[b], "B");)
        b++;
    return b + 1 < c->count && !is_separator(c->word[a + 1]);
}

/* The side that a name follows, `black Ann` or `Spieler A Ann`; the other one may end that name. */
static bool take_side(struct chunk *c) {
    bool first = !c->open && !c->keyed, second = !c->keyed && c->open &&
                                                 c->side[c->runs] != CSV_COLUMNS && !c->separated &&
                                                 !has_separator(c, c->at);
    for (size_t n = 2; n && (first || second); n--) {
        if (c->at + n >= c->count || (second && c->run[c->runs].len == 0))
            continue;
        size_t column = zi_sheet_column(words_of(c, c->at, c->at + n));
        bool single = n == 1 && c->word[c->at].len == 1 && !has_letters_of_sides(c);
        bool comma = c->word[c->at + n - 1].at[c->word[c->at + n - 1].len - 1] == ',';
        if (!is_of_player(column) || single || comma || (second && column == c->side[c->runs]))
            continue;
        end_run(c);
        c->at += n;
        add_to_run(c, c->word[c->at - 1], column);
        return true;
    }
    return false;
}

/* A score, which may be between the names. What follows it may say more. */
static bool take_ending(struct chunk *c) {
    struct said_ending e;
    struct text word = text_trimmed(c->word[c->at], "(");
    bool may = word.len && (is_digit(*word.at) || *word.at == '*' || *word.at == '\xC2');
    size_t n = may ? zi_ending_phrase(c->word + c->at, c->count - c->at, &e, c->names) : 0;
    if (n && c->at + n < c->count) /* names may follow that look like sides */
        n = zi_ending_phrase(c->word + c->at, n < 3 ? n : 3, &e, c->names);
    if (!n || !e.scored)
        return false;
    put_ending(c->head, &e);
    end_run(c);
    c->separated |= c->runs > 0;
    c->at += n;
    return true;
}

/* `Ann Berg (black)`, `Ann Berg (player A)`: the side of the name before it. */
static bool take_side_after(struct chunk *c) {
    for (size_t n = 1; c->open && n <= 2 && c->at + n <= c->count; n++) {
        struct text t = words_of(c, c->at, c->at + n);
        size_t column = *t.at == '(' ? zi_sheet_column(t) : CSV_COLUMNS;
        if (!is_of_player(column))
            continue;
        c->side[c->runs] = column;
        end_run(c);
        c->at += n;
        return true;
    }
    return false;
}

/* Whether the text after a side is not a name: `to move`. */
static bool is_sentence(struct text t) {
    t = text_trimmed(t, BLANK_MARKS);
    return t.len && *t.at >= 'a' && *t.at <= 'z' && memchr(t.at, ' ', t.len);
}

/* What the words were that belong to nothing else: players, or other text. */
static void take_runs(struct chunk *c) {
    struct sheet_head *h = c->head;
    size_t sides = 0;
    end_run(c);
    for (size_t i = 0; i < c->runs; i++)
        sides += c->side[i] != CSV_COLUMNS;
    bool game = c->runs && !sides && h->value[CSV_GAME].len;
    if (c->runs == 2 && !game && (c->separated || sides == 2)) {
        for (size_t i = 0; i < 2; i++) {
            h->named[i] = name_in(c->run[i]);
            h->side[i] = c->side[i];
        }
    } else if (c->runs == 1 && sides == 1 && (c->keyed || !is_sentence(c->run[0]))) {
        put_value(h, c->side[0], c->run[0], c->names);
    } else if (c->runs) {
        struct text all =
            text_between(sides ? h->line.at : c->run[0].at, text_end(c->run[c->runs - 1]));
        if (!zi_game_meant(text_trimmed(all, ".,:;()")) &&
            !(game && h->value[CSV_VARIANT].len && c->runs == 1 &&
              text_end(all) == text_end(h->value[CSV_VARIANT]))) {
            h->weak_game |= game;
            leave(h, all);
        }
    }
}

static void read_chunk(struct text t, struct sheet_head *h, const struct names *names) {
    struct chunk c = {.head = h, .names = names};
    c.count = zi_ending_words(t, c.word);
    if (!c.count || is_date(text_trimmed(t, " .,()"))) {
        if (c.count)
            put(h, CSV_DATE, text_trimmed(t, " .,()"));
        else if (text_trimmed(t, " \t").len)
            leave(h, t);
        return;
    }
    size_t key, read = key_length(&c, 0, &key) ? 0 : put_sentences(h, c.word, c.count, names);
    if (read && read < c.count)
        leave(h, words_of(&c, read, c.count));
    if (read)
        return;
    while (c.at < c.count) {
        struct text word = c.word[c.at];
        struct text name = text_trimmed(word, ".,:;()");
        if (take_key(&c) || take_side(&c) || take_side_after(&c))
            continue;
        bool open = c.open,
             taken = (!open && take_letters(&c)) || take_numbered(&c) || take_date(&c);
        if (taken || take_ending(&c)) {
            if (taken)
                end_run(&c);
            continue;
        }
        c.at++;
        if (is_separator(word)) {
            end_run(&c);
            c.separated = true;
            continue;
        }
        if (zi_game_meant(name))
            put_game(h, name, text_between(text_end(word), text_end(t)));
        add_to_run(&c, word, CSV_COLUMNS);
    }
    take_runs(&c);
}

/* Whether the word before or after a place is a separator of names. */
static bool is_at_separator(struct text t, size_t at) {
    struct text left = text_after(t, at), after = zi_sheet_word(&left);
    size_t from = at;
    while (from && !is_blank(t.at[from - 1]))
        from--;
    return is_separator(after) || is_separator((struct text){t.at + from, at - from});
}

/* The length of the part up to a tab, `|`, `;` or several blanks, unless a key is before them or a
   separator is beside them; or to a comma between a key and its value, or after that one. */
static size_t chunk_length(struct text t, bool is_value) {
    for (size_t i = 0; i < t.len; i++) {
        bool blanks = t.at[i] == ' ' && i + 1 < t.len && t.at[i + 1] == ' ';
        bool key = i && (t.at[i - 1] == ':' || t.at[i - 1] == '=' || t.at[i - 1] == ' ');
        bool comma = t.at[i] == ',' && i + 1 < t.len && !is_blank(t.at[i + 1]);
        struct text before = {t.at, i};
        if (comma && (is_value || zi_sign_counts(before) || is_key(zi_sheet_column(before))))
            return i;
        if (t.at[i] == '|' || t.at[i] == ';' ||
            ((t.at[i] == '\t' || blanks) && !key && !is_at_separator(t, i)))
            return i;
    }
    return t.len;
}

/* `[White "Ann"]`, as PGN has it. */
static bool read_tag(struct text t, struct sheet_head *h, const struct names *names) {
    static const char *const unknown[] = {"?", "-", "????.??.??", "", NULL}, *const silent[] = {
                                                                                 "setup",
                                                                                 "plycount", NULL};
    const char *quote =
        t.len > 4 && *t.at == '[' && t.at[t.len - 1] == ']' ? memchr(t.at, '"', t.len) : NULL;
    if (!quote)
        return false;
    struct text key = text_trimmed(text_between(t.at + 1, quote), " \t"),
                value = text_trimmed(text_between(quote + 1, text_end(t) - 1), " \t");
    value.len -= value.len && value.at[value.len - 1] == '"';
    size_t column = zi_sheet_column(key);
    if (text_in_any_case(key, (const char *const[]){"fen", NULL}))
        column = CSV_POSITION;
    if (text_is_one_of(value, unknown) || text_in_any_case(key, silent) ||
        (column == CSV_TERMINATION && zi_ending_is_usual(value)))
        return true;
    if (column == CSV_RESULT || column == CSV_TERMINATION || column == CSV_ROUND ||
        column == CSV_GAME)
        put_value(h, column, value, names);
    else if (is_key(column))
        h->value[column] = value;
    else
        leave(h, t);
    h->has |= is_key(column) ? COLUMN_BIT(column) : 0;
    return true;
}

/* Without the signs of lists, and of players in one line: `players: {white: Ann, black: Bob}`. */
static struct text plain_head(struct text line) {
    static const char *const words[] = {"players",  "spelers", "spieler", "joueurs",
                                        "spillere", "gracze",  NULL};
    line = text_trimmed(line, BLANK_MARKS "#*_>");
    while (line.len > 1 && *line.at == '-' && is_blank(line.at[1]))
        line = text_trimmed(text_after(line, 1), BLANK_MARKS);
    const char *colon = line.len ? memchr(line.at, ':', line.len) : NULL;
    if (colon && text_in_any_case(text_trimmed(text_between(line.at, colon), " "), words))
        line = text_trimmed(text_between(colon + 1, text_end(line)), BLANK_MARKS "{}[]");
    return line;
}

void zi_sheet_head(struct text line, struct sheet_head *h, const struct names *names) {
    line = plain_head(line);
    *h = (struct sheet_head){.line = line, .side = {CSV_COLUMNS, CSV_COLUMNS}};
    size_t pending = CSV_COLUMNS; /* a key, whose value is the next part */
    if (is_broken(line) || read_tag(line, h, names))
        return;
    bool opens = line.len && text_end(line)[-1] == ':' && zi_sheet_column(line) == CSV_COLUMNS;
    if (opens && !separates(line)) {
        leave(h, line); /* `Ann wrote:` */
        return;
    }
    line.len -= opens; /* `Ann against Bob: 1. ...` */
    size_t key;
    struct text value = after_key(line, &key);
    if (value.len && is_key(key) && !is_blank(value.at[-1])) { /* `game=hogga` */
        put_value(h, key, value, names);
        return;
    }
    bool in_row = line.len && (memchr(line.at, '\t', line.len) || memchr(line.at, ';', line.len));
    while (line.len) {
        size_t length = chunk_length(line, pending < CSV_COLUMNS);
        struct text part = text_trimmed((struct text){line.at, length}, " \t,*_");
        line = text_after(line, length);
        line = text_trimmed(line, " \t|;,");
        if (zi_sign_counts(part))
            continue;
        size_t column = zi_sheet_column(part);
        const char *colon = part.len ? memchr(part.at, ':', part.len - 1) : NULL;
        bool alone = is_key(column) && (part.len > 1 || in_row) && !colon;
        if (alone && is_of_player(column) && pending < CSV_COLUMNS && is_of_player(pending)) {
            h->side[0] = pending;
            h->side[1] = column;
        }
        if (alone)
            pending = column;
        else if (pending < CSV_COLUMNS)
            put_value(h, pending, part, names);
        else
            read_chunk(part, h, names);
        pending = alone ? pending : CSV_COLUMNS;
    }
}
