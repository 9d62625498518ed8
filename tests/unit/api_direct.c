/* The direct functions of zet.h: their structures have a member for each option, and each member
   has an effect. */
#include "tests/unit/unit.h"

#include <zet.h>

#define GAME "game: hogga\nevent: Club\nmoves: b10-b9 k4-k5 b9-b8\n"
#define OTHER "game: hogga\nmoves: B10-b9\n"

static zet_text text(const char *s) { return zet_text_of(s); }

/* The members of a structure, as zet.h has them, with a comma or a blank on both sides. */
static char *members_of(const char *header, const char *name) {
    char end[64];
    snprintf(end, sizeof end, "} %s;", name);
    const char *to = strstr(header, end), *from = header;
    assert_non_null(to);
    for (const char *at = header; (at = strstr(at, "typedef struct")) && at < to; at++)
        from = at;
    char *members = strndup(from, (size_t)(to - from));
    for (char *p = members; *p; p++)
        if (strchr("*;,\n", *p))
            *p = ' ';
    return members;
}

static bool is_member(const char *members, const char *option) {
    char word[64];
    snprintf(word, sizeof word, " %s ", option);
    for (char *p = word; *p; p++)
        *p = *p == '-' ? '_' : *p;
    return strstr(members, word) != NULL;
}

/* Options that only a run over several streams, or the program, needs. */
static const char *const others[] = {"jobs",  "folder", "table", "tie-breaks", "scoring",
                                     "cross", "rounds", "game",  "event",      NULL};

static bool is_other(const char *option) {
    for (size_t i = 0; others[i]; i++)
        if (!strcmp(others[i], option))
            return true;
    return false;
}

static void every_option_is_a_member(void **state) {
    static const struct {
        zet_catalogue catalogue;
        const char *of, *structure, *more;
    } rows[] = {{ZET_TASK_OPTIONS, "validate", "zet_validate_options", "zet_source_options"},
                {ZET_TASK_OPTIONS, "convert", "zet_convert_options", "zet_source_options"},
                {ZET_TASK_OPTIONS, "fix", "zet_fix_options", NULL},
                {ZET_TASK_OPTIONS, "score", "zet_score_options", NULL},
                {ZET_DIAGRAM_OPTIONS, NULL, "zet_draw_options", NULL}};
    static char header[256 * 1024];
    FILE *file = fopen("validators/zet.h", "r");
    (void)state;
    assert_non_null(file);
    header[fread(header, 1, sizeof header - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *own = members_of(header, rows[i].structure);
        char *more = members_of(header, rows[i].more ? rows[i].more : rows[i].structure);
        const char *option;
        assert_false(is_member(own, "planted"));
        for (size_t n = 0; (option = zet_catalogue_name(rows[i].catalogue, rows[i].of, n)); n++)
            if (!is_member(own, option) && !is_member(more, option) && !is_other(option))
                fail_msg("%s has no member for %s", rows[i].structure, option);
        free(own);
        free(more);
    }
}

/* The output of a call. */
struct call {
    zet_output *out, *copy;
    zet_task_io io;
    zet_counts counts;
    zet_error error;
};

static uint64_t now(void *context) {
    (void)context;
    return 0;
}

static struct call begin(void) {
    struct call c = {.out = zet_output_new(NULL, NULL), .copy = zet_output_new(NULL, NULL)};
    c.io = (zet_task_io){.out = c.out, .messages = c.out, .copy = c.copy, .clock = now};
    return c;
}

static void end(struct call *c) {
    zet_output_free(c->out);
    zet_output_free(c->copy);
}

/* The call must succeed and its output contain the text; after a `!`, the text is forbidden. */
static void wrote(struct call *c, zet_status status, const char *what) {
    bool lacks = *what == '!';
    zet_output_write(c->out, (zet_text){"", 1});
    const char *all = zet_output_text(c->out).at;
    if (status != ZET_OK || (strstr(all, what + lacks) != NULL) == lacks)
        fail_msg("status %d, %s; expected %s:\n%s", (int)status, c->error.message, what, all);
    zet_output_clear(c->out);
}

static void refused(struct call *c, zet_status status, const char *message) {
    assert_int_equal(status, ZET_REFUSED);
    assert_non_null(strstr(c->error.message, message));
    zet_output_clear(c->out);
}

static const char *const key[] = {"game=hogga", NULL};
static const char *const rule[] = {"repetition=2", NULL};
static const char *const column[] = {"Zug=moves", NULL};

static void records_are_validated(void **state) {
    static const struct {
        const char *text;
        zet_validate_options options;
        const char *wrote;
    } rows[] = {
        {GAME, {.format = "json"}, "\"file\":\"a.yaml\""},
        {GAME, {.format = "json"}, "\"valid\":true"},
        {OTHER, {.format = "json"}, "\"valid\":true"},
        {OTHER, {.format = "json", .strict = true}, "\"valid\":false"},
        {OTHER, {.level = "note"}, "note"},
        {OTHER, {.level = "warning"}, "!B10"},
        {"b10-b9 b9-b8\n", {.source = {.from = "text", .set = key}}, "not-own-piece"},
        {"b10-b9 b9-b8\n", {.source = {.from = "text", .game = "hogga"}}, "not-own-piece"},
        {"a1-b1\n",
         {.source = {.from = "text", .game = "halma", .variant = "10x10"}},
         "empty-origin"},
        {"b10-b9 k4-k5 b9-b10 k5-k4 b10-b9\n",
         {.source = {.from = "text", .game = "hogga", .rule = rule}},
         "repetition"},
        {OTHER OTHER, {.max_findings = 1, .level = "note"}, "1 "},
        {OTHER, {.statistics = true}, "!2:8"},
        {"game: chess\n", {.color = true}, "\x1b["},
        {"game: chess\n", {.color = false}, "!\x1b["},
    };
    static const zet_validate_options wrong = {.level = "loud"};
    struct call c = begin();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wrote(&c,
              zet_validate("a.yaml", text(rows[i].text), &rows[i].options, &c.io, &c.counts,
                           &c.error),
              rows[i].wrote);
    assert_int_equal(zet_validate("a", text(GAME "---\n" GAME), NULL, NULL, &c.counts, NULL),
                     ZET_OK);
    assert_true(c.counts.records == 2 && c.counts.invalid == 0);
    refused(&c, zet_validate("a", text(GAME), &wrong, &c.io, &c.counts, &c.error), "level loud: ");
    assert_int_equal(c.counts.records, 0);
    end(&c);
}

static void records_are_converted(void **state) {
    static const char table[] = "game,date,Zug\nhogga,3-5-2024,b10-b9\n";
    static const struct {
        const char *text;
        zet_convert_options options;
        const char *wrote;
    } rows[] = {
        {GAME, {.to = "json"}, "{\"game\":\"hogga\",\"event\":\"Club\""},
        {GAME, {.to = "text"}, "b10-b9 k4-k5 2. b9-b8"},
        {GAME, {.to = "text", .no_loss = true}, "!b10-b9 k4-k5 2."},
        {GAME, {.to = "text", .format = "json"}, "\"code\":\"loss\""},
        {GAME, {.to = "text", .color = true}, "\x1b["},
        {table, {.source = {.from = "csv", .map = column, .dates = "day-first"}}, "2024-05-03"},
        {table, {.source = {.from = "csv", .map = column, .dates = "month-first"}}, "2024-03-05"},
        {"Game,Black,Moves\nhogga,J\xE9r\xF4me,b10-b9\n",
         {.source = {.from = "csv", .encoding = "latin-1"}},
         "J\xC3\xA9r\xC3\xB4me"},
        {"i9\n", {.source = {.from = "text", .game = "akron", .size = 9}}, "size: 9"},
    };
    static const zet_convert_options wrong = {.to = "pgn"};
    struct call c = begin();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wrote(&c,
              zet_convert("a", text(rows[i].text), &rows[i].options, &c.io, &c.counts, &c.error),
              rows[i].wrote);
    wrote(&c, zet_convert("a", text(GAME), NULL, &c.io, NULL, NULL), "game: hogga\n");
    refused(&c, zet_convert("a", text(GAME), &wrong, &c.io, NULL, &c.error), "to pgn: ");
    end(&c);
}

static void records_are_formatted_and_repaired(void **state) {
    static const char names[] = "- name: Ann Smith\n  aliases: [Smith A]\n";
    static const struct {
        const char *text;
        zet_fix_options options;
        const char *wrote;
    } rows[] = {
        {"game: hogga\nmoves: b10-b9 k4-k5 b9-b8 k4-k4\n", {0}, "b10-b9"},
        {OTHER, {.output = "diff"}, "!-moves"},
        {OTHER, {.output = "diff", .strict = true}, "+moves: b10-b9"},
        {"game: hogga\nplayers: {black: Smith A}\nmoves: b10-b9\n",
         {.names = {names, sizeof names - 1}},
         "Ann Smith"},
        {"game: hogga\nmoves: b10-b9 k4-? b9-b8\n", {.output = "none", .guess = true}, "move"},
        {"game: hogga\nmoves: b10-b9 k4-? b9-b8\n", {.with = {GAME, sizeof GAME - 1}}, "k4-k5"},
    };
    struct call c = begin();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wrote(&c, zet_fix("a", text(rows[i].text), &rows[i].options, &c.io, &c.counts, &c.error),
              rows[i].wrote);
    wrote(&c, zet_format("a", text(OTHER), NULL, &c.io, &c.counts, &c.error), "1. b10-b9\n");
    assert_int_equal(c.counts.changed, 1);
    wrote(&c, zet_format("a", text(OTHER), "diff", &c.io, NULL, &c.error), "+  1. b10-b9\n");
    refused(&c, zet_format("a", text(OTHER), "page", &c.io, NULL, &c.error), "output page: ");
    end(&c);
}

/* Each side has three pawns. After g5^i3 Black is home (H11), and White needs one more move. */
#define WON                                                                                        \
    "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"                       \
    "moves: g5^i3\n"

static void scores_are_proved(void **state) {
    static const struct {
        const char *text;
        zet_score_options options;
        const char *wrote;
    } rows[] = {
        {WON, {.format = "json"}, "\"exact\":false"},
        {WON, {.format = "json", .solve = true}, "\"exact\":true"},
        {WON, {.format = "json", .solve = true, .nodes = 1, .seed = 2}, "\"exact\":true"},
        {WON, {.format = "json", .solve = true, .timeout = 0.000001}, "\"points\":1"},
        {WON "result: white\n", {.format = "json"}, "!\"points\""},
        {WON "result: white\n", {.format = "json", .include_invalid = true}, "\"points\""},
        {WON, {.solve = true, .color = true}, "1"},
    };
    static const zet_score_options written = {.solve = true, .write = true},
                                   wrong = {.timeout = -2};
    struct call c = begin();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wrote(&c, zet_score("a", text(rows[i].text), &rows[i].options, &c.io, &c.counts, &c.error),
              rows[i].wrote);
    wrote(&c, zet_score("a", text(WON), &written, &c.io, &c.counts, &c.error), "1");
    assert_true(c.counts.changed == 1 && zet_output_text(c.copy).length > sizeof WON);
    refused(&c, zet_score("a", text(WON), &wrong, &c.io, NULL, &c.error), "timeout -2");
    end(&c);
}

static const char *const moves[] = {"1-1", "2-3", NULL};

/* Each member in turn: what its drawing contains. */
static void diagrams_are_drawn(void **state) {
    static const struct {
        zet_draw_options options;
        const char *wrote;
    } rows[] = {
        {{.format = "svg"}, "<svg"},
        {{.format = "svg", .theme = "dark"}, "<svg"},
        {{.format = "ascii"}, "b"},
        {{.format = "ascii", .flip = true}, "l   k   j"},
        {{.format = "ascii", .compact = true}, "b o b o"},
        {{.format = "ascii", .crop = "a1-c2"}, "!a   b   c   d"},
        {{.format = "ascii", .caption = "After %d"}, "After 3"},
        {{.format = "ascii", .caption = "After %d", .at = "1"}, "After 1"},
        {{.format = "ascii", .caption = "Position %d", .moves = moves}, "Position 1"},
        {{.format = "ascii", .caption = "Position %d", .moves = moves}, "Position 3"},
        {{.format = "ascii", .lang = "de"}, "Schwarz"},
        {{.format = "ascii", .figure = 7}, "7"},
        {{.format = "svg", .font = "Sans"}, "Sans"},
        {{.format = "svg", .colors = "edge=123456"}, "#123456"},
        {{.format = "svg", .width = 123.5}, "123.5"},
        {{.format = "svg", .cell = 6}, "<svg"},
        {{.format = "svg", .no_coordinates = true}, "!>a<"},
        {{.format = "svg", .no_names = true}, "!>Black<"},
        {{.format = "svg", .no_turn = true}, "!>to move<"},
        {{.format = "svg", .transparent = true}, "<svg"},
        {{.format = "svg", .before = true, .at = "2"}, "<svg"},
        {{.format = "html", .assets = "files"}, "files/"},
        {{.format = "html", .fragment = "game1"}, "game1"},
        {{.format = "svg", .moves = moves + 1, .split = 2, .number_from = 40}, ">40<"},
    };
    static const zet_draw_options wrong = {.format = "svg", .per_page = 2},
                                  compact = {.format = "svg", .compact = true},
                                  pdf = {.format = "pdf"};
    struct call c = begin();
    const zet_record *record;
    zet_reader *reader = zet_reader_new(NULL);
    (void)state;
    zet_reader_keep_moves(reader, true);
    assert_int_equal(zet_reader_open_text(reader, "a", text(GAME), NULL), ZET_OK);
    assert_int_equal(zet_reader_next(reader, &record, NULL), ZET_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        wrote(&c, zet_draw_record(record, &rows[i].options, NULL, c.out, &c.error), rows[i].wrote);
    refused(&c, zet_draw_record(record, &wrong, NULL, c.out, &c.error), "`per-page`");
    refused(&c, zet_draw_record(record, &compact, NULL, c.out, &c.error), "`compact`");
    refused(&c, zet_draw_record(record, &pdf, NULL, c.out, &c.error), "libzet_draw");
    zet_reader_free(reader);
    end(&c);
}

static void marks_are_drawn(void **state) {
    static const zet_draw_options rows[] = {
        {.mark = "d5"},     {.cross = "d5"},    {.square = "d5"},
        {.triangle = "d5"}, {.fill = "d5"},     {.arrow = "d5-e5"},
        {.label = "d5=Q"},  {.view = "levels"}, {0}};
    static const zet_draw_options wrong = {.mark = "z9"}, early = {.at = "1"};
    struct call c = begin();
    zet_rules *rules = zet_rules_new("akron", NULL, NULL, NULL);
    zet_position *position = zet_position_new(rules, text(NULL), NULL);
    char drawn[9][16384] = {{0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        zet_draw_options options = rows[i];
        options.format = "svg";
        assert_int_equal(zet_draw_position(position, &options, NULL, c.out, &c.error), ZET_OK);
        zet_text t = zet_output_text(c.out);
        snprintf(drawn[i], sizeof drawn[i], "%.*s", (int)t.length, t.at);
        zet_output_clear(c.out);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(drawn[k], drawn[i]);
    }
    refused(&c, zet_draw_position(position, &wrong, NULL, c.out, &c.error), "mark z9: ");
    refused(&c, zet_draw_position(position, &early, NULL, c.out, &c.error), "`at`");
    zet_position_free(position);
    zet_rules_free(rules);
    end(&c);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_a_member),
        cmocka_unit_test(records_are_validated),
        cmocka_unit_test(records_are_converted),
        cmocka_unit_test(records_are_formatted_and_repaired),
        cmocka_unit_test(scores_are_proved),
        cmocka_unit_test(diagrams_are_drawn),
        cmocka_unit_test(marks_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
