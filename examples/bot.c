/* A bot for Halma 8x8 against itself: alpha-beta search with a transposition table. It uses only
   the header of libzet, and parses none of its texts.

       cc -o bot bot.c $(pkg-config --cflags --libs zet)
       ./bot 3 40          three plies deep, forty moves */
#include <stdio.h>
#include <stdlib.h>

#include <zet.h>

enum { WIN = 1000000, SLOTS = 1 << 16, PIECES_MAX = 64, DEPTH_USUAL = 2, MOVES_USUAL = 20 };

/* The result of a search for a position. */
struct entry {
    uint64_t key;
    int depth, value;
    enum { EXACT, AT_LEAST, AT_MOST } bound;
};

static struct entry table[SLOTS];
static unsigned long nodes, known;

static void fail(const zet_error *error) {
    fprintf(stderr, "bot: %s\n", error->message);
    exit(2);
}

/* How far the men of the side to move are ahead of the opponent's: White moves north-west, Black
   south-east. */
static int value_of(const zet_position *position) {
    zet_content piece[PIECES_MAX];
    size_t count = zet_position_contents(position, piece, PIECES_MAX);
    int white = 0;
    for (size_t i = 0; i < count; i++) {
        int file = piece[i].cell & 15, rank = piece[i].cell >> 4 & 15;
        white += rank - file; /* a step north or west helps White */
    }
    return zet_position_turn(position) ? white : -white;
}

/* The value of the position for the side to move. */
static int search(zet_position *position, int depth, int alpha, int beta) {
    zet_error error = {0};
    zet_outcome outcome = zet_position_outcome(position);
    nodes++;
    if (outcome.result == ZET_RESULT_DRAW)
        return 0;
    if (outcome.result != ZET_RESULT_OPEN)
        return outcome.result == (zet_position_turn(position) ? ZET_RESULT_WIN_1 : ZET_RESULT_WIN_0)
                   ? WIN + depth
                   : -WIN - depth;
    if (!depth)
        return value_of(position);
    struct entry *entry = &table[zet_position_key(position) % SLOTS];
    if (entry->key == zet_position_key(position) && entry->depth >= depth &&
        (entry->bound == EXACT || (entry->bound == AT_LEAST && entry->value >= beta) ||
         (entry->bound == AT_MOST && entry->value <= alpha))) {
        known++;
        return entry->value;
    }
    zet_moves *moves = zet_moves_new(position, false, &error);
    if (!moves)
        fail(&error);
    int best = -2 * WIN, low = alpha;
    zet_move move;
    for (size_t i = 0; best < beta && zet_moves_at(moves, i, &move); i++) {
        if (zet_position_play_move(position, &move, NULL, &error) != ZET_OK)
            fail(&error);
        int value = -search(position, depth - 1, -beta, -low);
        zet_position_undo(position);
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    zet_moves_free(moves);
    *entry = (struct entry){zet_position_key(position), depth, best,
                            best >= beta    ? AT_LEAST
                            : best <= alpha ? AT_MOST
                                            : EXACT};
    return best;
}

/* Plays the best move. Returns false if the game has ended. */
static bool play_best(zet_position *position, int depth) {
    zet_error error = {0};
    zet_moves *moves = zet_moves_new(position, false, &error);
    zet_move move, chosen = {0};
    int best = -2 * WIN;
    if (!moves)
        fail(&error);
    for (size_t i = 0; zet_moves_at(moves, i, &move); i++) {
        if (zet_position_play_move(position, &move, NULL, &error) != ZET_OK)
            fail(&error);
        int value = -search(position, depth - 1, -2 * WIN, -best);
        zet_position_undo(position);
        if (value > best) {
            best = value;
            chosen = move;
        }
    }
    bool any = best > -2 * WIN;
    if (any && zet_position_play_move(position, &chosen, NULL, &error) != ZET_OK)
        fail(&error);
    zet_moves_free(moves);
    return any;
}

int main(int count, char **words) {
    int depth = count > 1 ? atoi(words[1]) : DEPTH_USUAL;
    int most = count > 2 ? atoi(words[2]) : MOVES_USUAL;
    zet_error error = {0};
    zet_rules *rules = zet_rules_new("halma", "8x8", NULL, &error);
    zet_position *position = rules ? zet_position_new(rules, zet_text_of(NULL), &error) : NULL;
    if (!position)
        fail(&error);
    for (int i = 0; i < most && play_best(position, depth < 1 ? 1 : depth); i++)
        printf("%s\n", zet_position_last_move(position).at);
    fprintf(stderr, "%lu positions, %lu of them known\n", nodes, known);
    zet_position_free(position);
    zet_rules_free(rules);
    return 0;
}
