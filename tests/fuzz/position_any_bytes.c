/* Whatever the bytes are: as a position they are refused with a message, or the position's text is
   the same position, which a search for it finds; as a pattern they are refused or searched for.
   The first byte says the game. */
#include "tests/fuzz/program.h"

static const struct {
    const char *game, *variant, *rules;
    const char *options[2];
} games[] = {{"hogga", NULL, NULL, {NULL}},    {"halma", "8x8", NULL, {NULL}},
             {"halma", "10x10", NULL, {NULL}}, {"halma", "16x16", NULL, {NULL}},
             {"akron", NULL, NULL, {NULL}},    {"akron", NULL, "size: 4", {"size=4", NULL}},
             {"husbao", NULL, NULL, {NULL}},   {"husbao", "bis", NULL, {NULL}},
             {"husbao", "front", NULL, {NULL}}};
enum { GAMES = sizeof games / sizeof *games, PERFT_DEPTH = 2 };

/* Whether a record that begins in the position is found by the pattern; *fits: it is one. */
static bool found(unsigned which, const char *position, const char *pattern, bool *fits) {
    char record[6000];
    struct work w;
    zet_error error;
    int n =
        snprintf(record, sizeof record, "game: %s\n%s%s%s%s%s%sposition: \"%s\"\nmoves: ''\n",
                 games[which].game, games[which].variant ? "variant: " : "",
                 games[which].variant ? games[which].variant : "", games[which].variant ? "\n" : "",
                 games[which].rules ? "rules: {" : "", games[which].rules ? games[which].rules : "",
                 games[which].rules ? "}\n" : "", position);
    require(n > 0 && (size_t)n < sizeof record);
    work_begin(&w, "find", NULL);
    zet_status status = zet_task_set(w.task, "position", pattern, &error);
    status = status ? status : zet_task_set(w.task, "include-invalid", "true", &error);
    status = status ? status : zet_task_check(w.task, &error);
    if (status)
        require_message(status, &error);
    *fits = !status;
    bool is = *fits && work_run(&w, zet_text_of(record)) &&
              zet_task_count(w.task, ZET_COUNT_MATCHES) == 1;
    work_end(&w);
    return is;
}

static void see_position(unsigned which, zet_rules *rules, zet_position *p, const char *bytes) {
    char text[4096];
    bool fits;
    uint64_t count;
    zet_error error;
    zet_text_copy_safe(zet_position_text(p), text, sizeof text);
    zet_position *again = zet_position_new(rules, zet_text_of(text), &error);
    require(again && same_text(zet_position_text(again), zet_text_of(text)));
    require(zet_position_outcome(again).result == zet_position_outcome(p).result);
    require(zet_position_perft(p, PERFT_DEPTH - 1, 1, NULL, NULL, &count, NULL) == ZET_OK);
    zet_moves *moves = zet_position_moves(p, NULL);
    require(moves && zet_moves_count(moves) == count);
    zet_output *out = zet_output_new(NULL, NULL);
    zet_position_board(p, 4, out);
    require_utf8(zet_output_text(out));
    require(found(which, text, text, &fits));
    found(which, text, bytes, &fits);
    zet_output_free(out);
    zet_moves_free(moves);
    zet_position_free(again);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (!size)
        return 0;
    zet_error error;
    unsigned which = data[0] % GAMES;
    bool fits;
    zet_rules *rules =
        zet_rules_new(games[which].game, games[which].variant, games[which].options, NULL);
    require(rules != NULL);
    char *text = terminated(data + 1, size - 1);
    zet_position *p = zet_position_new(rules, (zet_text){(const char *)data + 1, size - 1}, &error);
    if (p)
        see_position(which, rules, p, text);
    else
        require_message(error.status, &error);
    zet_position *start = zet_position_new(rules, (zet_text){NULL, 0}, NULL);
    require(start != NULL);
    char beginning[4096];
    zet_text_copy_safe(zet_position_text(start), beginning, sizeof beginning);
    found(which, beginning, text, &fits);
    free(text);
    zet_position_free(start);
    zet_position_free(p);
    zet_rules_free(rules);
    return 0;
}
