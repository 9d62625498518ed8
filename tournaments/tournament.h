/* The file of a tournament: its players, system, pairings, byes and forfeits.
   docs/reference/tournaments.md describes it. */
#pragma once

#include "notation/base/likeness.h"
#include "notation/record/side_document.h"
#include "tournaments/standings.h"

enum system {
    SYSTEM_FREE,
    SYSTEM_ROUND_ROBIN,
    SYSTEM_DOUBLE_ROUND_ROBIN,
    SYSTEM_SWISS,
    SYSTEM_KNOCKOUT
};
extern const char *const zi_systems[]; /* ends with NULL */

struct tournament_player {
    struct text id, name;       /* the id may be empty, if nobody else has the name */
    const struct node *details; /* a mapping with more details, or NULL */
    uint32_t line;
    struct name_fold fold;
    uint32_t listed;  /* in the names file, or NAMES_NOBODY */
    bool is_namesake; /* another player has the same name */
};

/* Scratch memory of one thread for name lookups. Starts zeroed. */
struct tournament_scratch {
    struct arena arena;
    struct buffer room;
    bool failed; /* memory ran out */
};
void zi_tournament_scratch_free(struct tournament_scratch *s);

struct tournament_round {
    struct text name, date; /* the name defaults to its number */
    uint32_t line;
    uint32_t pairings; /* their number */
    bool is_begun;     /* it, or a later one, has a record or a result; else it is to come */
};

/* Two players who are to meet. */
struct tournament_pairing {
    uint32_t player[2]; /* by side, side 0 first, or else in the order of moving */
    bool by_side;
    uint32_t round; /* index */
    uint32_t line;
    struct text table;
    bool decided;       /* the file has the result: */
    enum result result; /* 0: of player[0] */
    enum game_kind kind;
    uint32_t game; /* in the table, once matched; else UINT32_MAX */
};

struct tournament_bye {
    uint32_t player, round, line;
    enum bye_kind kind;
};

/* Starts zeroed. */
struct tournament {
    struct text file; /* its name, for messages */
    bool trf;
    struct side_document document;
    struct text name, event, site, date, names_file, comment;
    const struct rules *rules; /* NULL: any game */
    enum system system;
    uint32_t rounds_planned; /* 0: the number of rounds listed */
    struct text scoring;     /* in the form of the option; empty: not given */
    struct text tie_breaks;
    struct tournament_player *player;
    size_t player_count, player_cap;
    int64_t *adjustment;  /* by player: parts beside the results; or NULL */
    struct text *claimed; /* by player: the points that a TRF claims; or NULL */
    struct tournament_round *round;
    size_t round_count;
    struct tournament_pairing *pairing;
    size_t pairing_count, pairing_cap;
    struct tournament_bye *bye;
    size_t bye_count, bye_cap;
    struct map names; /* ids and names; `by_name` maps them to players */
    uint32_t *by_name;
    size_t named, by_name_cap;
    struct arena folds;
    const struct names_file *people; /* or NULL */

    struct buffer errors; /* lines `FILE:LINE: error: ...` */
    size_t error_count;
    bool failed; /* memory ran out */
};

/* The date of the round of that name; it may be empty. */
static inline struct text tournament_round_date(const struct tournament *t, struct text name) {
    for (size_t i = 0; i < t->round_count; i++)
        if (text_same(t->round[i].name, name))
            return t->round[i].date;
    return NO_TEXT;
}

/* Two players as a text in `room`, whatever their order. */
static inline struct text couple_text(const uint32_t player[2], uint32_t room[2]) {
    room[0] = player[player[0] > player[1]];
    room[1] = player[player[0] < player[1]];
    return (struct text){(const char *)room, 2 * sizeof *room};
}

/* Reads the file's text, which must outlive `t`. If t->error_count is not 0 afterwards, `t` must
   not be used. Returns false when memory runs out. */
bool zi_tournament_read(struct tournament *t, struct text text, struct text file);
void zi_tournament_free(struct tournament *t);

#define TOURNAMENT_NAMESAKES UINT32_MAX /* in by_name: several players have this name */

/* The player of a record, who has a name, an id, or both: by the id, by the name, by the names
   file, or by the name in another spelling. Returns -1 if there is none, or, with scratch->failed,
   when memory runs out. */
int64_t zi_tournament_find(const struct tournament *t, struct text name, struct text id,
                           struct tournament_scratch *scratch);

/* Prepares the table for this tournament, before its first game. `people` may be NULL. */
void zi_tournament_begin(struct tournament *t, struct standings *table,
                         const struct names_file *people);

enum { TOURNAMENT_ERRORS_MAX = 200 };

/* Adds an error at that line, composed of values. */
#define tournament_fault(t, line, ...) zi_tournament_fault(t, line, VALUES(__VA_ARGS__))
void zi_tournament_fault(struct tournament *t, uint32_t line, const struct value *values,
                         size_t count);
static inline struct value tournament_quoted(struct text t) { return value_quoted(t, 60); }

/* Adds a game of two of its players, as zi_standings_add does. An invalid game scores for nobody,
   but is not missing. Returns NULL, or why it is omitted. If one name is unknown, *name is that
   name, and *meant the name that the round and the table of the other player have, or a name like
   it, or empty; the game is added if the round and the table tell who it is. If `meant` is NULL,
   they are not asked. `scratch` is reset. */
const char *zi_tournament_add(struct tournament *t, struct standings *table, const struct facts *f,
                              const struct standings_place *place,
                              struct tournament_scratch *scratch, struct text *name,
                              struct text *meant);

/* Compares the points that a TRF claims with the scores of a finalized table. Appends messages;
   returns the number of errors among them. */
size_t zi_tournament_check_points(struct tournament *t, const struct standings *table,
                                  struct buffer *out);

/* Compares the games with the pairings, omits those that are not part of the tournament, and adds
   those that only the file has. Appends messages; returns the number of errors among them. */
size_t zi_tournament_match(struct tournament *t, struct standings *table, struct buffer *out);

/* Whether a text is TRF, FIDE's Tournament Report File, rather than YAML; and reading it, into the
   tree of the equivalent YAML file. The text must outlive `t`. Returns false when memory runs out.
   Errors go to t->errors. For zi_tournament_read. */
bool zi_trf_is(struct text text);
bool zi_trf_read(struct tournament *t, struct text text);

/* Checks the rounds in the file against its system. For zi_tournament_read. */
void zi_tournament_check_rounds(struct tournament *t);
