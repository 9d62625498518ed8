/* What the program zet-archive asks of the library, beside <zet.h>. */
#pragma once

#include "validators/api/records.h"

/* Appends a name in a form that is the same for its variants: the words in lower case without
   accents, in byte order, separated by blanks. */
zet_status zet_fold_name(zet_text name, zet_output *out, zet_error *error);

/* Searching. */

/* A names file: the names and ids of people (docs/reference/names.md). Shared. */
typedef struct zet_names zet_names;

/* `name` is used in messages. */
zet_names *zet_names_new(const char *name, zet_text text, zet_error *error);
void zet_names_free(zet_names *names);

/* Maps players to people: an id identifies a person, and a name without an id the person of that
   name. A names file can join several. */
typedef struct zet_players zet_players;

/* `names` may be NULL, else it must outlive them. */
zet_players *zet_players_new(const zet_names *names, zet_error *error);
void zet_players_free(zet_players *players);

/* The number of a player, from 0 in the order of first calls. ZET_NO_PLAYER if name and id are
   empty, or if memory runs out, which zet_players_join reports. */
#define ZET_NO_PLAYER UINT32_MAX
uint32_t zet_players_number(zet_players *players, zet_text name, zet_text id);

/* zet_players_join, called once after the last player, joins the players that are one person. After
   it, zet_players_label returns the name of a player, with the id if several people have that name,
   and stores the number of the person in *same. */
zet_status zet_players_join(zet_players *players, zet_error *error);
zet_text zet_players_label(const zet_players *players, uint32_t player, uint32_t *same);

/* Instead of zet_players_number: a name with an id as records have it, each once, in the order of
   their first records. */
typedef struct zet_spelling {
    zet_text name, id;
    uint64_t games;
    zet_text file; /* of the first record that has it, and its line */
    uint64_t line;
} zet_spelling;
zet_status zet_players_spelled(zet_players *players, const zet_spelling *spelling,
                               zet_error *error);

/* Once, after the last spelling: appends the list of people with their spellings, and of those who
   may be the same person, as "text", "json", "players" (only names) or "yaml" (a names file with
   the people that the given one lacks). */
zet_status zet_players_write(zet_players *players, const char *format, uint64_t records,
                             zet_output *out, zet_error *error);

/* A game without its moves. Unknown members are empty. */
typedef struct zet_entry {
    const zet_rules *rules; /* NULL: not known */
    zet_text players[2], ids[2];
    zet_text event, site, round, date;
    zet_text termination, reason; /* termination: "rules" if they ended the game; reason: why */
    zet_result result;
    uint32_t plies;
    int64_t points; /* proved, else claimed; -1: none */
} zet_entry;

/* Conditions on records. For each condition that is given, one of its values must hold. */
typedef struct zet_search zet_search;

zet_search *zet_search_new(zet_error *error);
void zet_search_free(zet_search *search);

/* Adds a value of a condition, which is named like the option of `zet find`. */
zet_status zet_search_add(zet_search *search, const char *condition, const char *value,
                          zet_error *error);

/* Once, after the last condition. With `names`, which must outlive the search and may be NULL, a
   player is also found by their other names. The message begins with the name of a condition. */
#define ZET_SEARCH_NOT 1U        /* finds the records for which it does not hold */
#define ZET_SEARCH_VARIATIONS 2U /* positions and moves may be in variations too */
zet_status zet_search_ready(zet_search *search, const zet_names *names, unsigned flags,
                            zet_error *error);

/* The value at `index`, from 0, of a condition; `at` is NULL past the last one. */
zet_text zet_search_value(const zet_search *search, const char *condition, size_t index);

/* Whether a condition that was given holds for a text: an event, a site, a round, a termination, a
   reason, a date, or the name and id of a player. */
bool zet_search_fits(zet_search *search, const char *condition, zet_text text, zet_text id);

/* A copy of a search that is ready, for another thread. */
zet_search *zet_search_copy(const zet_search *search, zet_error *error);

/* Whether it has conditions on positions or moves. */
bool zet_search_sees_moves(const zet_search *search);

/* Likewise for the rules of a game, with their text; NULL: only the game in the text is known. */
bool zet_search_fits_rules(const zet_search *search, const char *condition, zet_text text,
                           const zet_rules *rules);

/* The reader tests its records with the search, which must outlive the reading; NULL: none. */
void zet_reader_set_search(zet_reader *reader, zet_search *search);

/* Whether its conditions on positions and moves hold for the last record of such a reader. *ply
   becomes the first ply at which one of its positions, else one of its moves, occurs; 0 is the
   start; -1: none. */
bool zet_search_holds(zet_search *search, const zet_record *record, int64_t *ply);

/* ZET_OUT_OF_MEMORY if the last answers may be wrong. */
zet_status zet_search_status(const zet_search *search);

/* The place of a record. */
typedef struct zet_place {
    zet_text file;
    uint64_t number, line;
} zet_place;

/* Appends a line: `FILE:LINE: record N, ply P`, or a JSON object. No ply if it is below 0. */
void zet_place_write(const zet_place *place, int64_t ply, bool json, zet_output *out);

/* Compares numbers by value and before other texts; other texts by their characters without case
   and accents, then by their bytes. The empty text comes last. Below 0, 0 or above 0. */
int zet_text_compare(zet_text a, zet_text b);

/* Appends the form of a text that zet_text_compare compares before the bytes. */
void zet_text_folded(zet_text text, zet_output *out);

/* Appends a file name, without an ending, made from any text: safe on every system. */
void zet_text_file_name(zet_text text, zet_output *out);

/* Records that are copies of each other: the same moves from the same start by the same rules, or
   the first of these moves. */
typedef struct zet_copies zet_copies;

/* `min_plies`: the least plies of a copy with only the first moves; shorter games on two dates are
   two games. `names` may be NULL, else it must outlive the copies. */
zet_copies *zet_copies_new(uint32_t min_plies, const zet_names *names, zet_error *error);
void zet_copies_free(zet_copies *copies);

typedef struct zet_copied {
    uint64_t line_key; /* zet_step.line of the last step */
    uint32_t given;    /* zet_record_given */
    int64_t tag;       /* the caller's own */
} zet_copied;

/* Adds a record with moves. Records are numbered from 0 in this order. */
zet_status zet_copies_add(zet_copies *copies, const zet_entry *entry, const zet_copied *copied,
                          zet_error *error);

/* Notes the players of a record that is not added, because the first name of a person is the one
   shown. */
zet_status zet_copies_meet(zet_copies *copies, const zet_entry *entry, zet_error *error);

/* Notes that a record continues from where the moves of a shorter one end; once for each line of
   moves, in ascending order of `longer`. */
void zet_copies_extend(zet_copies *copies, size_t shorter, size_t longer);

/* Forms the groups; once, after all that. */
zet_status zet_copies_group(zet_copies *copies, zet_error *error);

/* The relation of a record to another one of its group. SAME: the same moves, and no different
   names; SPELLING: the same moves, similar names; OTHERS: the same moves, different players;
   TRUNCATED: the other one begins with its moves. */
typedef enum zet_copy_kind {
    ZET_COPY_NONE,
    ZET_COPY_SAME,
    ZET_COPY_SPELLING,
    ZET_COPY_OTHERS,
    ZET_COPY_TRUNCATED
} zet_copy_kind;

typedef struct zet_copy {
    uint32_t group;  /* from 1 */
    int64_t tag, of; /* of the record, and of the one that it copies */
    uint32_t plies;
    zet_text names[2], date, event;
    zet_copy_kind kind; /* NONE: the first of its group, which has the most moves */
    unsigned names_are; /* the difference of the names, from 0; 3: other people */
    uint32_t continued; /* records that continue from where this one ends */
} zet_copy;

/* The next record of a group of two or more, each record once: the groups in the order of their
   first records, the record with the most moves before the others. False at the end. */
bool zet_copies_next(zet_copies *copies, zet_copy *out);

/* Appends the record as a line of the report, as text or as a JSON object. */
void zet_copy_write(const zet_copy *copy, const zet_place *place, const zet_place *of, bool json,
                    zet_output *out);

/* The record of a game to keep: the one with the most moves, and of those the one with the largest
   zet_record_given; the one of the latest date, and of those the last; the first. */
typedef enum zet_keep { ZET_KEEP_COMPLETE, ZET_KEEP_NEWEST, ZET_KEEP_FIRST } zet_keep;

/* After zet_copies_group: chooses one record of each game. Records of a group belong to one game
   unless their players differ, or they are short and their dates differ. */
zet_status zet_copies_choose(zet_copies *copies, zet_keep keep, zet_error *error);
bool zet_copies_is_dropped(const zet_copies *copies, size_t number);

/* ZET_OUT_OF_MEMORY if names could not be compared. */
zet_status zet_copies_status(const zet_copies *copies);
