/* What the tasks share that read streams of any format: the options that say what a source does not
   say itself. */
#ifndef ZET_VALIDATORS_TASKS_READING_H
#define ZET_VALIDATORS_TASKS_READING_H

#include "validators/formats/converter.h"
#include "validators/formats/csv_table.h"
#include "validators/formats/utf16.h"
#include "validators/tasks/task.h"

/* Starts zeroed. */
struct reading {
    const struct format *from;     /* NULL: not said */
    struct format_options options; /* the texts are owned */
    char *game, *variant, **rules, **map_texts;
    struct csv_map *maps;
    size_t rule_count, map_count;

    /* Of the present stream. */
    const struct format *format;
    struct utf16 utf16;
};

/* Where a kind of task has them: the first member of its state. */
bool zet_reading_set_from(struct zet_task *task, const char *value, zet_error *error);
bool zet_reading_set_game(struct zet_task *task, const char *value, zet_error *error);
bool zet_reading_set_variant(struct zet_task *task, const char *value, zet_error *error);
bool zet_reading_set_rule(struct zet_task *task, const char *value, zet_error *error);
bool zet_reading_set_size(struct zet_task *task, const char *value, zet_error *error);
bool zet_reading_set_map(struct zet_task *task, const char *value, zet_error *error);
bool zet_reading_set_dates(struct zet_task *task, const char *value, zet_error *error);

/* What these options can be: names of formats by their numbers, NULL past the end; orders of dates,
   which end with NULL. */
const char *zet_reading_format(size_t index);
extern const char *const zet_reading_dates[];

#define READING_OPTIONS                                                                            \
    {"game", "GAME", "the game, where the source does not name it (text, csv, kiba, agsteiner)",   \
     zet_reading_set_game},                                                                        \
        {"variant", "VARIANT", "its variant (the same, and ludii)", zet_reading_set_variant},      \
        {"rule", "KEY=VALUE", "an option of its rules (the same); may be given several times",     \
         zet_reading_set_rule},                                                                    \
        {"size", "N", "the size of an Akron board, where the source does not tell it rightly",     \
         zet_reading_set_size},                                                                    \
        {"map", "HEADING=KEY",                                                                     \
         "what a column of a table is (csv), such as Wit=white; without a KEY the column is left " \
         "out; may be given several times",                                                        \
         zet_reading_set_map},                                                                     \
    {                                                                                              \
        "dates", "ORDER",                                                                          \
            "how a table has dates such as 3-5-2024 (csv): day-first or month-first",              \
            zet_reading_set_dates                                                                  \
    }

/* Finds a format by its name. */
bool zet_reading_set_format(const char *value, const struct format **to, zet_error *error);

/* Checks the options, after the last one was set. */
bool zet_reading_open(struct reading *r, const struct zet_task *task, zet_error *error);
void zet_reading_close(struct reading *r);

/* The format that a stream is likely to be in, by its first bytes. */
const struct format *zet_reading_recognise(struct source *source);

/* Begins a stream: r->format is what it is in, said or recognised. */
void zet_reading_begin(struct reading *r, struct source *source);

#endif
