/* Whatever the bytes are: as a position they are refused with a message, or the position's text is
   the same position, which a search for it finds; as a pattern they are refused or searched for.
   The first byte says the game. */
#include "cli/archive/query.h"
#include "notation/base/output.h"
#include "tests/fuzz/program.h"
#include "validators/api/record.h"
#include "validators/api/records.h"

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
    const zet_record *read;
    int64_t ply;
    int n =
        snprintf(record, sizeof record, "game: %s\n%s%s%s%s%s%sposition: \"%s\"\nmoves: ''\n",
                 games[which].game, games[which].variant ? "variant: " : "",
                 games[which].variant ? games[which].variant : "", games[which].variant ? "\n" : "",
                 games[which].rules ? "rules: {" : "", games[which].rules ? games[which].rules : "",
                 games[which].rules ? "}\n" : "", position);
    require(n > 0 && (size_t)n < sizeof record);
    struct query query = {0};
    struct query_fault fault = {0};
    zet_reader *reader = zet_reader_new(NULL);
    require(reader);
    *fits = query_add(&query, CONDITION_POSITION, pattern, &fault) && query_ready(&query, &fault);
    require(*fits || (fault.why && !query_failed(&query)));
    const struct observer observer = query_observer(&query);
    zi_reader_watch(reader, &observer);
    bool is = *fits && zet_reader_open_text(reader, "-", zet_text_of(record), NULL) == ZET_OK &&
              zet_reader_next(reader, &read, NULL) == ZET_OK &&
              query_holds(&query, read->record, read->verdict, &ply);
    zet_reader_free(reader);
    query_free(&query);
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
    zet_moves *moves = zet_moves_new(p, true, NULL);
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
