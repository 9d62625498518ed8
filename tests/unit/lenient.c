/* What is read leniently (MOVES.md) is read as its canonical form: every form, in
   every game that has it, at the first, a middle and the last move, beside comments, glyphs,
   numbers and in variations. And canonical records of the corpus come back when their moves are
   rewritten in such forms at random. */
#include <ctype.h>
#include <glob.h>

#include "tests/unit/judged.h"

#include "notation/base/unicode.h"
#include "validators/replay/repair.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HEADER_MOVES "moves: |\n"

enum { PLIES = 6, TOKEN_MAX = 400, TEXT_MAX = 8192 };

/* Games of six canonical moves. The rules are those of the play tests; that these games are valid
   and canonical is checked first. */
enum { WALKS = 1, AKRON = 2, HUSBAO = 4, ALL = 7 };
static const struct base {
    const char *name;
    unsigned kind;
    const char *header, *moves[PLIES];
} bases[] = {
    {"hogga",
     WALKS,
     "game: hogga\n",
     {"c13^g13", "h3^f1", "g13-h13", "l3^h3", "e11^c13^c9", "k4-k5"}},
    {"halma",
     WALKS,
     "game: halma\nvariant: 8x8\n",
     {"h3^f3", "d8-e8", "h1^h3", "e8-f7", "f3-e3", "a6^a4"}},
    {"halma, long hops",
     WALKS,
     "game: halma\nvariant: 16x16\nrules: {hops: long}\n",
     {"n3-m4", "c15^e13", "l1^l3^n5", "d14^f16", "p5^n3", "e15-f15"}},
    {"akron", AKRON, "game: akron\n", {"d4", "e5", "c4", "f5", "d4-c5", "e5-f4"}},
    {"akron, a stone falls",
     AKRON,
     "game: akron\nposition: 8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b\n",
     {"c4-e5v2c4", "h8", "e5-2c4", "h7", "2c4-b5", "g7"}},
    {"akron on 16x16",
     AKRON,
     "game: akron\nrules: {size: 16}\n",
     {"d14", "e15", "c14", "f15", "d14-c15", "e15-f14"}},
    {"husbao", HUSBAO, "game: husbao\n", {"c1-x2", "e3-x5", "f1+x1", "h3-", "d2+", "b4+"}},
    {"husbao bis",
     HUSBAO,
     "game: husbao\nvariant: bis\n",
     {"c1-x4", "e3-x4", "c2+x2", "g4+x9", "h2+", "b4+x7"}},
};

/* The forms of a move. Each writes the move in another form; false where it has no such form. */

static bool is_separator(char c) { return c == '-' || c == '^'; }

/* `with` in the place of each separator. */
static bool separated(char *to, const char *move, const char *with, unsigned most) {
    unsigned count = 0;
    size_t used = 0;
    for (; *move; move++) {
        if (is_separator(*move)) {
            used += (size_t)snprintf(to + used, TOKEN_MAX - used, "%s", with);
            count++;
        } else {
            to[used++] = *move;
        }
    }
    to[used] = '\0';
    return count > 0 && count <= most;
}

static bool in_upper_case(char *to, const char *move, const char *with) {
    size_t n = strlen(move);
    (void)with;
    for (size_t i = 0; i <= n; i++)
        to[i] = (char)toupper((unsigned char)move[i]);
    return strcmp(to, move) != 0;
}

static bool with_separator(char *to, const char *move, const char *with) {
    return separated(to, move, with, TOKEN_MAX);
}

static bool joined(char *to, const char *move, const char *with) {
    return separated(to, move, with, 1);
}

/* Level 1 before each cell that has no level. */
static bool with_level(char *to, const char *move, const char *with) {
    size_t used = 0;
    (void)with;
    for (const char *p = move; *p; p++) {
        if (isalpha((unsigned char)*p) && *p != 'v' &&
            (p == move || !isdigit((unsigned char)p[-1])))
            to[used++] = '1';
        to[used++] = *p;
    }
    to[used] = '\0';
    return used > strlen(move);
}

/* Without the annotation of the move. */
static bool bare(char *to, const char *move, const char *with) {
    size_t n = strcspn(move, with);
    snprintf(to, TOKEN_MAX, "%.*s", (int)n, move);
    return move[n] != '\0';
}

static bool behind(char *to, const char *move, const char *with) {
    snprintf(to, TOKEN_MAX, "%s%s", move, with);
    return true;
}

#define EN_DASH "\xE2\x80\x93"
#define EM_DASH "\xE2\x80\x94"
#define MINUS "\xE2\x88\x92"

typedef bool rewrite(char *to, const char *move, const char *with);
static const struct form {
    const char *name;
    unsigned kinds;
    rewrite *write;
    const char *with, *canonical; /* what the canonical text has after the move in place of it */
} forms[] = {
    {"upper case", ALL, in_upper_case, NULL, ""},
    {"a hyphen", WALKS, with_separator, "-", ""},
    {"a caret", WALKS, with_separator, "^", ""},
    {"x", WALKS, with_separator, "x", ""},
    {"a colon", WALKS, with_separator, ":", ""},
    {"an arrow", WALKS, with_separator, ">", ""},
    {"an en dash", ALL, with_separator, EN_DASH, ""},
    {"an em dash", ALL, with_separator, EM_DASH, ""},
    {"a minus sign", ALL, with_separator, MINUS, ""},
    {"blanks", WALKS | AKRON, with_separator, " - ", ""},
    {"a tab and blanks", WALKS | AKRON, with_separator, "\t-  ", ""},
    {"blanks around x", WALKS, with_separator, " x ", ""},
    {"blanks around a caret", WALKS, with_separator, " ^ ", ""},
    {"blanks around an en dash", WALKS | AKRON, with_separator, " " EN_DASH " ", ""},
    {"a blank behind a minus sign", WALKS | AKRON, joined, MINUS " ", ""},
    {"no separator", WALKS | AKRON, joined, "", ""},
    {"level 1", AKRON, with_level, NULL, ""},
    {"no falls", AKRON, bare, "v", ""},
    {"no loot", HUSBAO, bare, "x", ""},
    {"a comma", ALL, behind, ",", ""},
    {"a glyph and a comma", ALL, behind, "!?,", "!?"},
    {"a glyph that stands off", ALL, behind, " !!", "!!"},
    {"a numbered glyph that stands off", ALL, behind, "  $14", "$14"},
};

/* What is around the move: `%s` is the move. */
static const struct context {
    const char *name, *around;
    bool numbered;  /* it begins with a number, so that it is only for first players' moves */
    unsigned notes; /* style notes of its own */
} contexts[] = {
    {"alone", "%s", false, 0},
    {"behind a comment", "{a note} %s", false, 0},
    {"before a comment", "%s {a note}", false, 0},
    {"before a line comment", "%s ; a note\n ", false, 0},
    {"before a line end", "%s\n  ", false, 0},
    {"behind a number", "#. %s", true, 0},
    {"behind a number without a blank", "#.%s", true, 0},
    {"behind a number with a bracket", "#) %s", true, 1},
    {"behind a bare number", "# %s", true, 1},
    {"behind a number and a comment", "#. {a note} %s", true, 0},
    {"in a variation", "= (%s)", false, 0},
};

enum { PLACES = 3 };
static const size_t places[PLACES] = {0, 2, PLIES - 1};

/* The move in its context: `=` stands for the canonical move and `#` for its number. */
static void put_in(char *to, size_t size, const struct context *c, size_t ply,
                   const char *canonical, const char *written) {
    size_t used = 0;
    for (const char *p = c->around; *p && used < size; p++) {
        if (*p == '%' || *p == '=')
            used += (size_t)snprintf(to + used, size - used, "%s", *p == '%' ? written : canonical);
        else if (*p == '#')
            used += (size_t)snprintf(to + used, size - used, "%zu", ply / 2 + 1);
        else
            to[used++] = *p;
        p += *p == '%';
    }
    assert_true(used < size);
    to[used] = '\0';
}

/* A record in which the move of that ply is `shown`. */
static void make_text(char to[TEXT_MAX], const struct base *b, size_t ply, const char *shown) {
    size_t used = (size_t)snprintf(to, TEXT_MAX, "---\n%s" HEADER_MOVES " ", b->header);
    for (size_t i = 0; i < PLIES; i++)
        used += (size_t)snprintf(to + used, TEXT_MAX - used, " %s", i == ply ? shown : b->moves[i]);
    used += (size_t)snprintf(to + used, TEXT_MAX - used, "\n");
    assert_true(used < TEXT_MAX);
}

static struct judged given, canonical;

static void judge_text(struct judged *j, const char *text) {
    const struct document d = {.text = text_of(text), .line = 1};
    if (!judge(j, &d))
        fail_msg("this is no record:\n%s", text);
}

static void require_same_form(const char *what, const char *text) {
    require_same_verdict(&given, &canonical, what);
    if (!text_same(buffered(&given.text), buffered(&canonical.text)))
        fail_msg("%s\n%s\nbecomes\n%.*s\nand not\n%.*s", what, text, (int)given.text.len,
                 given.text.at, (int)canonical.text.len, canonical.text.at);
}

/* Every finding is a style note, and there are as many. */
static void require_notes(const char *what, const char *text, size_t notes, size_t ply) {
    const struct findings *f = &given.record.findings;
    for (size_t i = 0; i < f->count; i++)
        if (f->at[i].code != FINDING_STYLE || f->at[i].ply != ply + 1)
            fail_msg("%s\n%s\n`%s` at ply %u: %s", what, text, zi_findings[f->at[i].code].code,
                     (unsigned)f->at[i].ply, f->at[i].sentence);
    if (f->count != notes)
        fail_msg("%s\n%s\n%zu style notes and not %zu", what, text, f->count, notes);
}

/* Repairs lead to a text without a style note that has the same canonical form. */
static void require_repairs(const char *what, const char *text) {
    static struct repair repair;
    static struct buffer after;
    struct record *r = &given.record;
    const struct document d = {.text = text_of(text), .line = 1};
    const struct observer observer = {
        .see = zi_repair_see, .context = &repair, .see_move = zi_repair_see_move};
    assert_true(zi_record_read(r, &d));
    zi_repair_begin(&repair);
    zi_validator_observe(validator, &observer);
    zi_validate(validator, r, &given.verdict);
    zi_validator_observe(validator, NULL);
    zi_repair_end(&repair, r, &given.verdict);
    after.len = 0;
    zi_edits_apply(&repair.edits, d.text, &after);
    buffer_char(&after, '\0');
    zi_repair_free(&repair);
    judge_text(&given, after.at);
    if (given.record.findings.count)
        fail_msg("%s\n%s\nis repaired to\n%s\nin which there is still: %s", what, text, after.at,
                 given.record.findings.at[0].sentence);
    require_same_form(what, text);
    zi_buffer_free(&after);
}

static void check_form(const struct base *b, const struct form *f, const struct context *c,
                       size_t ply) {
    char move[TOKEN_MAX], shown[TOKEN_MAX], what[256], text[TEXT_MAX];
    if (!(f->kinds & b->kind) || (c->numbered && ply % 2) ||
        !f->write(move, b->moves[ply], f->with))
        return;
    bool noted = f->write != bare && strcmp(move, b->moves[ply]) != 0;
    snprintf(what, sizeof what, "%s: %s, move %zu, %s", b->name, f->name, ply + 1, c->name);
    snprintf(shown, sizeof shown, "%s%s", b->moves[ply], f->canonical);
    put_in(text, sizeof text, c, ply, b->moves[ply], shown);
    make_text(text, b, ply, strcpy(shown, text));
    judge_text(&canonical, text);
    put_in(text, sizeof text, c, ply, b->moves[ply], move);
    make_text(text, b, ply, strcpy(shown, text));
    judge_text(&given, text);
    if (given.verdict.plies != PLIES)
        fail_msg("%s\n%s\n%s", what, text, given.record.findings.at[0].sentence);
    require_same_form(what, text);
    require_notes(what, text, c->notes + noted, ply);
    require_repairs(what, text);
}

static void every_form_is_read_as_its_canonical_form(void **state) {
    (void)state;
    for (size_t b = 0; b < COUNT(bases); b++)
        for (size_t f = 0; f < COUNT(forms); f++)
            for (size_t c = 0; c < COUNT(contexts); c++)
                for (size_t p = 0; p < PLACES; p++)
                    check_form(&bases[b], &forms[f], &contexts[c], places[p]);
}

/* The games above are canonical: their text is written again byte for byte. */
static void the_games_are_canonical(void **state) {
    (void)state;
    for (size_t b = 0; b < COUNT(bases); b++) {
        const char *const *m = bases[b].moves;
        char text[TEXT_MAX];
        snprintf(text, sizeof text, "---\n%s" HEADER_MOVES "  1. %s %s 2. %s %s 3. %s %s\n",
                 bases[b].header, m[0], m[1], m[2], m[3], m[4], m[5]);
        judge_text(&given, text);
        assert_int_equal(given.record.findings.count, 0);
        buffer_char(&given.text, '\0');
        assert_string_equal(given.text.at, text);
    }
}

/* Texts that are not made of one move each, with their canonical texts. A result after the moves
   goes into the header. */
static const struct {
    const char *name, *before, *after;
} texts[] = {
    {"`1. ...`", "game: akron\nmoves: 1. d4 1. ... e5\n", "game: akron\nmoves: |\n  1. d4 e5\n"},
    {"`1 ...`", "game: akron\nmoves: 1 d4 1 ... e5\n", "game: akron\nmoves: |\n  1. d4 e5\n"},
    {"`1 ...` behind a comment", "game: akron\nmoves: |\n 1. d4 {a} 1 ... e5\n",
     "game: akron\nmoves: |\n  1. d4 {a} 1... e5\n"},
    {"a bare number before a level", "game: akron\nmoves: 1 1d4 e5 2 c4\n",
     "game: akron\nmoves: |\n  1. d4 e5 2. c4\n"},
    {"a route", "game: hogga\nmoves: b10..b9 k4 .. k5\n",
     "game: hogga\nmoves: |\n  1. b10-b9 k4-k5\n"},
    {"a route with a dash between two cells", "game: hogga\nmoves: a13..a9 h1" MINUS "h5\n",
     "game: hogga\nmoves: |\n  1. a13^a9 h1^h5\n"},
    {"swap in upper case", "game: akron\nrules: {swap: true}\nmoves: d4 SWAP e5\n",
     "game: akron\nrules: {swap: true}\nmoves: |\n  1. d4 swap 2. e5\n"},
    {"a lost turn in upper case", "game: husbao\nmoves: C1- %SKIP\n",
     "game: husbao\nmoves: |\n  1. c1-x2 %skip\n"},
    {"the first player's win", "game: akron\nmoves: d4 e5 1-0\ntermination: time\n",
     "game: akron\nresult: black\ntermination: time\nmoves: |\n  1. d4 e5\n"},
    {"the second player's win", "game: hogga\nmoves: b10-b9 k4-k5 0 - 1\ntermination: time\n",
     "game: hogga\nresult: white\ntermination: time\nmoves: |\n  1. b10-b9 k4-k5\n"},
    {"white moves first in halma",
     "game: halma\nvariant: 8x8\nmoves: h3^f3 d8-e8 1" EN_DASH "0\ntermination: time\n",
     "game: halma\nvariant: 8x8\nresult: white\ntermination: time\nmoves: |\n  1. h3^f3 d8-e8\n"},
    {"a draw", "game: akron\nmoves: d4 e5 1/2\ntermination: agreement\n",
     "game: akron\nresult: draw\ntermination: agreement\nmoves: |\n  1. d4 e5\n"},
    {"a draw of two halves", "game: akron\nmoves: d4 e5 1/2-1/2\ntermination: agreement\n",
     "game: akron\nresult: draw\ntermination: agreement\nmoves: |\n  1. d4 e5\n"},
    {"a draw as a fraction",
     "game: akron\nmoves: d4 e5 \xC2\xBD-\xC2\xBD\ntermination: agreement\n",
     "game: akron\nresult: draw\ntermination: agreement\nmoves: |\n  1. d4 e5\n"},
    {"an open game", "game: akron\nmoves: d4 e5 *\n",
     "game: akron\nresult: \"*\"\nmoves: |\n  1. d4 e5\n"},
    /* The player to move resigns. */
    {"black resigns", "game: akron\nmoves: d4 e5 resigns\n",
     "game: akron\nresult: white\ntermination: resignation\nmoves: |\n  1. d4 e5\n"},
    {"white resigns", "game: akron\nmoves: d4 Resigns\n",
     "game: akron\nresult: black\ntermination: resignation\nmoves: |\n  1. d4\n"},
    {"what the header says too",
     "game: akron\nresult: white\ntermination: resignation\nmoves: d4 e5 0-1\n",
     "game: akron\nresult: white\ntermination: resignation\nmoves: |\n  1. d4 e5\n"},
    {"a result in a sequence", "game: akron\nmoves: [d4, e5, \"*\"]\n",
     "game: akron\nresult: \"*\"\nmoves: |\n  1. d4 e5\n"},
    {"a result behind a comment", "game: akron\nmoves: |\n d4 e5 {good} 1-0\ntermination: time\n",
     "game: akron\nresult: black\ntermination: time\nmoves: |\n  1. d4 e5 {good}\n"},
};

static void every_text_is_read_as_its_canonical_form(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        char after[TEXT_MAX];
        judge_text(&given, texts[i].before);
        snprintf(after, sizeof after, "---\n%s", texts[i].after);
        judge_text(&canonical, after);
        require_same_form(texts[i].name, texts[i].before);
        if (!text_same(buffered(&canonical.text), text_of(after)))
            fail_msg("%s: this is not canonical:\n%s", texts[i].name, after);
        require_repairs(texts[i].name, texts[i].before);
    }
}

/* The scrambler: the moves of a canonical record in other forms. */

static uint64_t draw(uint64_t *state, uint64_t below) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return (x ^ x >> 31) % below;
}

/* `1.` or `1...`, of which the number has so many digits. */
static void scramble_number(struct buffer *out, struct text token, size_t digits, uint64_t *state) {
    static const char *const first[] = {".", ")", "", ".", ") "}, *const second[] = {"...", ". ...",
                                                                                     " ...",
                                                                                     ".  ..."};
    bool dots = token.len == digits + 3;
    buffer_text(out, (struct text){token.at, digits});
    buffer_string(out,
                  dots ? second[draw(state, COUNT(second))] : first[draw(state, COUNT(first))]);
}

/* Whether the form is one of this move: a cut stays, and cells are joined only where no rank has
   two digits that could be a rank and a level. */
static bool may_take(const struct form *f, const char *move, const char *header) {
    if (f->write == bare && strchr(move, '/'))
        return false;
    if (f->write == joined && !*f->with && f->kinds & AKRON && strstr(header, "size: 1"))
        return false;
    return f->write != behind;
}

static unsigned kind_of(const char *header) {
    return strstr(header, "game: akron") ? AKRON : strstr(header, "game: husbao") ? HUSBAO : WALKS;
}

static void scramble_move(struct buffer *out, struct text token, const char *header,
                          uint64_t *state) {
    char move[TOKEN_MAX], written[TOKEN_MAX];
    size_t length = 0;
    while (length < token.len && !strchr("!?$", token.at[length]))
        length++;
    if (length >= sizeof move / 4 || *token.at == '%') {
        buffer_text(out, token);
        return;
    }
    snprintf(move, sizeof move, "%.*s", (int)length, token.at);
    const struct form *f = &forms[draw(state, COUNT(forms))];
    bool pass = !strcmp(move, "--");
    bool drawn = !pass && f->kinds & kind_of(header) && may_take(f, move, header) &&
                 f->write(written, move, f->with);
    buffer_string(out, pass && draw(state, 2) ? EN_DASH MINUS : drawn ? written : move);
    bool off = length < token.len && draw(state, 3) == 0;
    buffer_string(out, off ? "  " : "");
    buffer_text(out, (struct text){token.at + length, token.len - length});
    buffer_string(out, !off && !draw(state, 4) ? "," : "");
}

/* A run of characters that are no blanks, outside of comments. */
static void scramble_token(struct buffer *out, struct text token, const char *header,
                           uint64_t *state) {
    size_t digits = 0;
    while (digits < token.len && isdigit((unsigned char)token.at[digits]))
        digits++;
    if (digits && token.at[token.len - 1] == '.')
        scramble_number(out, token, digits, state);
    else
        scramble_move(out, token, header, state);
}

/* The lines of moves from `at` on, to the first that does not begin with two blanks. Returns where
   that is. */
static size_t scramble_moves(struct buffer *out, struct text text, size_t at, uint64_t *state) {
    bool comment = false;
    while (text.at[at] == ' ' && text.at[at + 1] == ' ') {
        for (; text.at[at] != '\n'; buffer_char(out, text.at[at++])) {
            struct text run = {text.at + at, strcspn(text.at + at, comment ? "}\n" : " (){}\n")};
            if (run.len && !comment)
                scramble_token(out, run, text.at, state);
            else
                buffer_text(out, run);
            at += run.len;
            if (text.at[at] == '\n')
                break;
            comment = text.at[at] == '{' || (comment && text.at[at] != '}');
        }
        buffer_char(out, text.at[at++]);
    }
    return at;
}

/* Scrambles the record in `canonical`, whose text ends with a NUL. False where it cannot be done:
   it has no moves, an error, line comments or a comment of YAML. */
static bool scramble(struct buffer *out, uint64_t *state) {
    static const char key[] = "\n" HEADER_MOVES;
    struct text text = buffered(&canonical.text);
    const char *found = strstr(text.at, key);
    if (!found || canonical.record.findings.has_error || strpbrk(found, ";#"))
        return false;
    size_t at = (size_t)(found - text.at) + sizeof key - 1;
    out->len = 0;
    buffer_text(out, (struct text){text.at, at});
    at = scramble_moves(out, text, at, state);
    buffer_text(out, (struct text){text.at + at, text.len - at});
    return true;
}

static long read_stream(void *context, char *to, size_t cap) {
    return (long)fread(to, 1, cap, context);
}

/* Returns how many records have become others. */
static size_t scramble_file(const char *path, uint64_t *state) {
    enum { ROUNDS = 2 };
    static struct buffer scrambled;
    struct source source;
    struct document d;
    size_t count = 0;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    zi_source_open(&source, read_stream, in);
    while (zi_source_next(&source, &d))
        for (unsigned round = 0; round < ROUNDS && judge(&canonical, &d); round++) {
            buffer_char(&canonical.text, '\0');
            bool done = scramble(&scrambled, state);
            canonical.text.len--;
            if (!done)
                break;
            judge_text(&given, scrambled.at);
            require_same_form(path, scrambled.at);
            count += !text_same(buffered(&canonical.text), text_of(scrambled.at));
        }
    zi_source_close(&source);
    fclose(in);
    zi_buffer_free(&scrambled);
    return count;
}

static void scrambled_records_come_back(void **state) {
    (void)state;
    glob_t files;
    size_t records = 0;
    uint64_t random = 20261122;
    assert_int_equal(glob("corpus/*/*.yaml", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        records += scramble_file(files.gl_pathv[i], &random);
    globfree(&files);
    assert_true(records > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_are_canonical),
        cmocka_unit_test(every_form_is_read_as_its_canonical_form),
        cmocka_unit_test(every_text_is_read_as_its_canonical_form),
        cmocka_unit_test(scrambled_records_come_back),
    };
    validator = zi_validator_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    zi_validator_free(validator);
    forget(&given);
    forget(&canonical);
    return failed;
}
