/* What was played from a position, and how it ended. */
#ifndef ZET_CLI_ARCHIVE_EXPLORER_H
#define ZET_CLI_ARCHIVE_EXPLORER_H

#include "cli/archive/posting.h"
#include "cli/command.h"

enum { EXAMPLES = 3 };

/* The games that went on with a move after they first came to the position; an empty move: that
   ended there. */
struct explored_move {
    char *move;
    uint64_t results[4], games; /* by zet_result; all */
    int64_t example[EXAMPLES];  /* games; 0: none */
};

/* Starts zeroed. */
struct explored {
    struct explored_move *at; /* the most played first */
    size_t count, cap;
    uint64_t results[4], games;
};

/* The archive that an index is of. */
struct archive {
    struct database *db;
    const struct invocation *in;
    const char *root;
};

bool explore(const struct archive *a, uint64_t key, struct explored *out);
void explored_free(struct explored *e);

/* Where a game is. */
struct game_place {
    char *path;
    int64_t line, number, offset, length;
};

/* False, with a message only where something failed, where there is no such game. To be freed. */
bool archive_game(const struct archive *a, int64_t game, struct game_place *place);

/* Calls `see` with the replayed record of a game. False, after a message, where that fails. */
typedef bool record_visitor(void *context, const zet_record *record);
bool archive_replay(const struct archive *a, int64_t game, record_visitor *see, void *context);

#endif
