/* What the tasks share that read streams of any format: the options that say what a source does not
   say itself. */
#pragma once

#include "validators/formats/converter.h"
#include "validators/formats/csv_table.h"
#include "validators/formats/utf16.h"
#include "validators/tasks/task.h"

/* Starts zeroed. */
struct reading {
    const struct format *from;     /* NULL: not said */
    struct format_options options; /* the texts are owned */
    char *game, *variant, **rules, **map_texts, **key_texts;
    struct csv_map *maps;
    struct said_key *keys; /* ends with KEYS */
    size_t rule_count, map_count, key_count;
    unsigned encoding;
    bool folder; /* names of files without records are likely among those of the streams */

    size_t skipped; /* streams */
    bool skips;     /* the present one */

    /* Of the present stream. */
    const struct format *format;
    struct utf16 utf16;
};

/* The formats' names by their numbers, NULL past the end; and what reads one into a `const struct
   format *`. */
const char *zet_reading_format(size_t index);
bool zet_reading_read_format(const zet_option *row, void *values, const char *value,
                             zet_error *error);

/* The other values: a text, a rule, a key, a column and an order of dates. */
bool zet_reading_read_text(const zet_option *row, void *values, const char *value,
                           zet_error *error);
bool zet_reading_read_rule(const zet_option *row, void *values, const char *value,
                           zet_error *error);
bool zet_reading_read_key(const zet_option *row, void *values, const char *value, zet_error *error);
bool zet_reading_read_map(const zet_option *row, void *values, const char *value, zet_error *error);
bool zet_reading_read_dates(const zet_option *row, void *values, const char *value,
                            zet_error *error);
extern const char *const zet_reading_dates[];
extern const char *const zet_reading_encodings[];
enum { AKRON_SIZE_MIN = 3, AKRON_SIZE_MAX = 16 };

/* The rows of a kind whose state begins with a struct reading. */
#define READING_OPTIONS(from_about)                                                                \
    {"from",                                                                                       \
     "FORMAT",                                                                                     \
     from_about,                                                                                   \
     "--from text --game hogga examples/hogga.txt",                                                \
     ZET_OPTION_OWN,                                                                               \
     .offset = offsetof(struct reading, from),                                                     \
     .word = zet_reading_format,                                                                   \
     .read = zet_reading_read_format},                                                             \
        {"game",                                                                                   \
         "GAME",                                                                                   \
         "the game of records that do not name it (text, csv, kiba, agsteiner)",                   \
         "--from text --game hogga examples/hogga.txt",                                            \
         ZET_OPTION_OWN,                                                                           \
         .offset = offsetof(struct reading, game),                                                 \
         .word = zet_option_game,                                                                  \
         .read = zet_reading_read_text},                                                           \
        {"variant",                                                                                \
         "VARIANT",                                                                                \
         "the variant of records that do not name it (text, csv, kiba, agsteiner, ludii)",         \
         "--from text --game halma --variant 8x8 examples/halma.txt",                              \
         ZET_OPTION_OWN,                                                                           \
         .offset = offsetof(struct reading, variant),                                              \
         .word = zet_option_variant,                                                               \
         .read = zet_reading_read_text},                                                           \
        {"rule",                                                                                   \
         "KEY=VALUE",                                                                              \
         "a rule option of records that do not name it (text, csv, kiba, agsteiner); may be "      \
         "repeated",                                                                               \
         "--from text --game hogga --rule repetition=2 examples/hogga.txt",                        \
         ZET_OPTION_OWN,                                                                           \
         .read = zet_reading_read_rule},                                                           \
        {"size",                                                                                   \
         "N",                                                                                      \
         "the size of the Akron board, if the source does not give it correctly",                  \
         "--size 8 examples/akron.yaml",                                                           \
         ZET_OPTION_NUMBER,                                                                        \
         .offset = offsetof(struct reading, options.size),                                         \
         .least = AKRON_SIZE_MIN,                                                                  \
         .most = AKRON_SIZE_MAX},                                                                  \
        {"set",                                                                                    \
         "KEY=VALUE",                                                                              \
         "a key of records that do not have it, such as event, date, game, variant or rules; may " \
         "be repeated",                                                                            \
         "--from csv --set event='Open Hogga' examples/games.csv",                                 \
         ZET_OPTION_OWN,                                                                           \
         .read = zet_reading_read_key},                                                            \
        {"encoding",                                                                               \
         "NAME",                                                                                   \
         "the encoding of the source: utf-8, windows-1252, cp1252, latin-1, iso-8859-1, or auto "  \
         "(the default): UTF-8, UTF-16 with a byte order mark, and Windows-1252 in tables and "    \
         "sheets that cannot be UTF-8",                                                            \
         "--from csv --encoding latin-1 examples/games.csv",                                       \
         ZET_OPTION_WORD,                                                                          \
         .offset = offsetof(struct reading, encoding),                                             \
         .words = zet_reading_encodings},                                                          \
        {"folder",                                                                                 \
         NULL,                                                                                     \
         "skip streams that are neither records nor tables or sheets",                             \
         NULL,                                                                                     \
         ZET_OPTION_FLAG,                                                                          \
         .offset = offsetof(struct reading, folder)},                                              \
        {"map",                                                                                    \
         "HEADING=KEY",                                                                            \
         "the key of a table column (csv), such as Wit=white; without a key the column is "        \
         "ignored; may be repeated",                                                               \
         "--from csv --map Wit=white examples/games.csv",                                          \
         ZET_OPTION_OWN,                                                                           \
         .read = zet_reading_read_map},                                                            \
    {                                                                                              \
        "dates", "ORDER",                                                                          \
            "the order of dates such as 3-5-2024 in tables (csv): day-first or month-first",       \
            "--from csv --dates day-first examples/games.csv", ZET_OPTION_OWN,                     \
            .words = zet_reading_dates, .read = zet_reading_read_dates                             \
    }

/* Checks the options, after the last one was set. */
bool zet_reading_open(struct reading *r, const struct zet_task *task, zet_error *error);
void zet_reading_close(struct reading *r);

/* The format that a stream is likely to be in, by its first bytes. */
const struct format *zet_reading_recognise(struct source *source);

/* Begins a stream: r->format is what it is in, said or recognised. */
void zet_reading_begin(struct reading *r, struct source *source);

/* Whether the task's stream, which has begun, is to be skipped: it then has nothing more, and a
   message says so. */
bool zet_reading_skips(struct reading *r, struct zet_task *task, struct source *source);

/* Says how many streams were skipped, if any were. */
void zet_reading_finish(const struct reading *r, struct zet_task *task);
