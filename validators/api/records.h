/* What the programs ask of the library beside <zet.h>. */
#pragma once

#include "notation/base/option.h"
#include "validators/replay/settings.h"

/* The option at `index` in ZET_CATALOGUE_DIAGRAM_OPTIONS, ZET_CATALOGUE_TASK_OPTIONS or
   ZET_CATALOGUE_SETTINGS; NULL past the end, and in other catalogues. */
const zet_option *zi_catalogue_option(zet_catalogue catalogue, const char *of, size_t index);

/* Appends the address of the page of the documents that explains the code or reason. */
void zi_explain_address(const char *code, const char *reason, zet_output *out);

/* The entry of `words` (ends with NULL) that a misspelled word most likely means; NULL if no entry
   is similar enough. */
const char *zi_nearest_of(zet_text word, const char *const *words);

/* The settings for the following records, which must outlive them; NULL (the default): none. */
void zet_reader_set_settings(zet_reader *reader, const zet_settings *settings);

/* The observer, which must outlive the reading, sees the moves of the following records as they are
   replayed; NULL: none. */
struct observer;
void zi_reader_watch(zet_reader *reader, const struct observer *observer);

/* Appends a name in a form that is the same for its variants: the words in lower case without
   accents, in byte order, separated by blanks. */
zet_status zet_fold_name(zet_text name, zet_output *out, zet_error *error);

/* Whether its document has no marker `---` although it follows a `...`; and whether it is larger
   than 1 MiB, so that zet_record_document has only its first bytes. */
bool zet_record_is_unmarked(const zet_record *record);
bool zet_record_is_too_long(const zet_record *record);

/* Whether its document cannot be read as a record. */
bool zet_record_is_broken(const zet_record *record);

/* The end of the documents that the last zet_reader_next skipped because they were the rest of a
   broken record; 0: it skipped none. */
uint64_t zet_reader_rest_end(const zet_reader *reader);

/* Whether the record has the key, with any value. A document without `game`, and without a game
   from the settings, is not a record but other YAML. */
bool zi_record_has(const zet_record *record, const char *key);

/* The text of a key of a player who is given as a mapping: "id", "rating", "club". Empty if it is
   not given. */
zet_text zet_record_player_value(const zet_record *record, unsigned side, const char *key);

/* Moves to the last move in the text, after which more moves would be added: in a variation that is
   not closed, its last one. False if no move can follow it. */
bool zi_walk_to_end(zet_walk *walk);

/* Selects the data that the reader gathers from the main lines of the following records, which is
   faster than a walk. Other data is not available. */
#define ZET_GATHER_STEPS 1U    /* zet_record_step */
#define ZET_GATHER_MEASURES 2U /* zet_record_amount, zet_record_level */
#define ZET_GATHER_PARTS 4U    /* zi_record_part */
void zet_reader_gather(zet_reader *reader, unsigned what);

/* The position at `index` of a main line, from 0, the start, and the move from there. `line` is the
   key of the moves before it: equal if rules, start position and moves are equal. Two routes
   between the same two cells are the same move; annotations are not part of it, stones given are.
   It may be stored like zet_position_key. With mix as there:

       key:  k = the key of the start position; for each move and each word of it: k = mix(k ^ word)
       word: of a move from << 48 | to << 32; of a sowing pit << 48 | (against the clock) << 32 |
             cut; each, and of other moves nothing, | kind << 60: walk 0, placement 2 (from is to),
             relocation 3, swap 4, sowing 5, skip 6, stones given 7, pass 8. Of stones given the
             number of givers, and then a word cell << 32 | stones for each pit.

   False past the end, and if the record has no position. The text is valid as long as the
   record. */
typedef struct zet_step {
    uint64_t position; /* zet_position_key */
    uint64_t line;
    zet_text move; /* in canonical form, after the stones given before it; empty: the last one */
} zet_step;
bool zet_record_step(const zet_record *record, size_t index, zet_step *out);

/* The first of these moves, if anything was gathered; empty: there is no move. */
zet_text zet_record_first_move(const zet_record *record);

/* The amounts of a measure in a main line. False if the measure does not exist. */
typedef struct zet_amount {
    uint64_t moves, sum; /* `moves` can have the effect; `sum` of their amounts */
    uint32_t most, ply;  /* the largest amount, and the first ply with it; 0: none */
} zet_amount;
bool zet_record_amount(const zet_record *record, size_t measure, zet_amount *out);

/* The highest level that a stone reached, from 1; 0: there was no stone; -1: the board has only one
   level. */
int zet_record_level(const zet_record *record);

/* The part at `index`, from 0, of the text of a record, in the order of their places. Text that
   cannot be read is not a part. False past the end. */
typedef enum zet_part_kind {
    ZET_PART_KEY,
    ZET_PART_VALUE,  /* with its quotes */
    ZET_PART_NUMBER, /* a value that is a number; the number of a move */
    ZET_PART_RESULT, /* the value of `result`; a result after the moves */
    ZET_PART_MOVE,
    ZET_PART_GLYPH,
    ZET_PART_COMMENT /* of the moves, with its brackets; of YAML */
} zet_part_kind;

typedef struct zet_part {
    zet_part_kind kind;
    uint64_t offset, end_offset; /* in the stream; of its first byte, and of the byte after it */
} zet_part;
bool zi_record_part(const zet_record *record, size_t index, zet_part *out);

/* How much the record contains besides its moves: the number of keys, names, ids and dates. */
uint32_t zet_record_given(const zet_record *record);

/* The settings for the following streams of a task, which must outlive them; NULL: none. */
void zi_task_settings(zet_task *task, const zet_settings *settings);

/* The image of a position under the symmetry at `index`, from 0, of its rules, as a position of the
   same rules; NULL past the last one, or with *error. *exchanged says whether the sides, and so
   their wins, are exchanged in it. Hogga has one symmetry, Halma three, Akron seven, or three with
   a swap, HusBao none. */
zet_position *zet_position_image(const zet_position *position, size_t index, bool *exchanged,
                                 zet_error *error);

/* Translates a move of that image to the position itself, and appends it. */
zet_status zet_position_image_move(const zet_position *position, size_t index, zet_text move,
                                   zet_output *out, zet_error *error);

/* The same for each legal move, in the byte order of their canonical texts: calls `branch` with the
   number of sequences that begin with the move. Both functions get the context. Requires
   depth > 0. */
typedef void zet_branch_function(void *context, const char *move, uint64_t count);
zet_status zi_position_divide(const zet_position *position, unsigned depth, unsigned threads,
                              zet_stop_function *stop, zet_branch_function *branch, void *context,
                              zet_error *error);

/* The compiler and the libraries that zet uses, with their versions. False past the end. */
bool zi_library_at(size_t index, const char **name, const char **version);
