/* Whatever moves are chosen: a game is open as long as it has moves, each listed move is legal and
   is its own canonical text, what is accepted is in the list and what is in no list is refused,
   taking back gives the position before, and a position's text is the same position. The first byte
   says the game, each later one the next move, 255 that a move is taken back. */
#include "notation/base/output.h"
#include "tests/fuzz/program.h"

enum { MOVES_MAX = 40, TRIED_MAX = 6, TAKE_BACK = 255 };

static const struct {
    const char *game, *variant;
    const char *options[4];
} games[] = {
    {"hogga", NULL, {NULL}},
    {"hogga", NULL, {"repetition=2", NULL}},
    {"halma", "8x8", {NULL}},
    {"halma", "8x8", {"evacuation=5", "hops=long", NULL}},
    {"halma", "8x8", {"yards=one-way", "goal=occupied", NULL}},
    {"halma", "10x10", {NULL}},
    {"halma", "16x16", {NULL}},
    {"akron", NULL, {NULL}},
    {"akron", NULL, {"size=4", "supply=5", NULL}},
    {"akron", NULL, {"swap=true", "touch=stay", "full-board=draw", NULL}},
    {"husbao", NULL, {NULL}},
    {"husbao", "bis", {NULL}},
    {"husbao", "front", {NULL}},
    {"husbao", NULL, {"direction=cw", "endless=draw", NULL}},
    {"breakthrough", NULL, {NULL}},
};
enum { GAMES = sizeof games / sizeof *games };

static bool listed(const zet_moves *moves, zet_text move) {
    for (size_t i = 0; i < zet_moves_count(moves); i++)
        if (same_text(move, zet_text_of(zet_moves_text(moves, i))))
            return true;
    return false;
}

/* Tries some moves of another position in this one, and what two of them make together. */
static void try_moves(zet_position *p, const zet_moves *moves, const zet_moves *others) {
    char before[4096], mixed[512];
    size_t count = zet_moves_count(others);
    zet_text_copy_safe(zet_position_text(p), before, sizeof before);
    for (size_t i = 0; i < count && i < TRIED_MAX; i++) {
        const char *one = zet_moves_text(others, i * 7 % count);
        const char *two = zet_moves_text(others, i * 5 % count);
        size_t half = strlen(one) / 2, rest = strlen(two) / 2;
        bool cross = i % 3 == 0 && half + strlen(two + rest) < sizeof mixed;
        if (cross) {
            memcpy(mixed, one, half);
            memcpy(mixed + half, two + rest, strlen(two + rest) + 1);
        }
        zet_text tried = zet_text_of(cross ? mixed : one);
        const char *reason;
        zet_error error;
        zet_status status = zet_position_play(p, tried, &reason, &error);
        if (status) {
            require_message(status, &error);
            require(!listed(moves, tried));
        } else {
            require(listed(moves, zet_position_last_move(p)) && zet_position_undo(p));
        }
        require(same_text(zet_position_text(p), zet_text_of(before)));
    }
}

/* How many moves there are beside `swap`, which comes last: White's first turn in a record may be
   one from a position too (A13). */
static size_t count_without_swap(const zet_moves *moves) {
    return zet_moves_count(moves) - listed(moves, zet_text_of("swap"));
}

/* The position is read again from its text: it has the same moves. */
static void read_again(zet_rules *rules, zet_position *p, const zet_moves *moves) {
    char text[4096];
    zet_error error;
    zet_text_copy_safe(zet_position_text(p), text, sizeof text);
    zet_position *again = zet_position_new(rules, zet_text_of(text), &error);
    require(again != NULL);
    require(same_text(zet_position_text(again), zet_text_of(text)));
    if (zet_moves_count(moves)) {
        zet_moves *same = zet_moves_new(again, true, NULL);
        require(same && count_without_swap(same) == count_without_swap(moves));
        for (size_t i = 0; i < count_without_swap(same); i++)
            require(!strcmp(zet_moves_text(same, i), zet_moves_text(moves, i)));
        zet_moves_free(same);
    }
    zet_position_free(again);
}

/* The moves of the position, in their order, as many as perft counts. */
static zet_moves *moves_of(zet_position *p) {
    uint64_t count = 0;
    zet_moves *moves = zet_moves_new(p, true, NULL);
    require(moves != NULL);
    size_t n = zet_moves_count(moves);
    require((zet_position_outcome(p).result == ZET_RESULT_OPEN) == (n > 0));
    require(zet_position_perft(p, 1, 1, NULL, NULL, &count, NULL) == ZET_OK && count == n);
    for (size_t i = 1; i < n; i++)
        require(strcmp(zet_moves_text(moves, i - 1), zet_moves_text(moves, i)) < 0);
    return moves;
}

static void play_listed(zet_position *p, const char *move) {
    char before[4096];
    zet_text_copy_safe(zet_position_text(p), before, sizeof before);
    for (int twice = 0; twice < 2; twice++) {
        require(zet_position_play(p, zet_text_of(move), NULL, NULL) == ZET_OK);
        require(same_text(zet_position_last_move(p), zet_text_of(move)));
        if (twice)
            return;
        require(zet_position_undo(p));
        require(same_text(zet_position_text(p), zet_text_of(before)));
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (!size)
        return 0;
    unsigned which = data[0] % GAMES;
    zet_rules *rules =
        zet_rules_new(games[which].game, games[which].variant, games[which].options, NULL);
    require(rules != NULL);
    zet_position *p = zet_position_new(rules, (zet_text){NULL, 0}, NULL);
    require(p != NULL);
    zet_moves *moves = moves_of(p), *before = NULL;
    for (size_t i = 1; i < size && i < MOVES_MAX; i++) {
        if (data[i] == TAKE_BACK)
            zet_position_undo(p);
        else if (zet_moves_count(moves))
            play_listed(p, zet_moves_text(moves, data[i] * 31U % zet_moves_count(moves)));
        zet_moves_free(before);
        before = moves;
        moves = moves_of(p);
        try_moves(p, moves, before);
        if (i % 4 == 0)
            read_again(rules, p, moves);
    }
    zet_moves_free(before);
    zet_moves_free(moves);
    zet_position_free(p);
    zet_rules_free(rules);
    return 0;
}
