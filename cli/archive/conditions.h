/* The conditions of a search as SQL on the tables of an index. */
#pragma once

#include "cli/archive/database.h"
#include "cli/archive/query.h"
#include "notation/base/option.h"

struct conditions {
    struct database *db;
    struct query *query;   /* ready; NULL: no condition */
    int64_t people, words; /* the last ones that were looked at */
    bool few;              /* after conditions_sql: indexes of the table game select the games */
};

/* SQL on `game` that holds for the games whose headers match all conditions, except those on
   positions and moves; `1` without conditions. Where one does not hold it may be NULL. Freed with
   sqlite3_free; NULL after a message. */
char *conditions_sql(struct conditions *c);

/* The options of the commands that select games by their headers, with `query` in the type. */
#define CONDITION_ROWS(type, command)                                                              \
    {"player",                                                                                     \
     "NAME",                                                                                       \
     "the name of either player; case and accents are ignored, * is any text",                     \
     command " --player \"A*\"",                                                                   \
     ZET_OPTION_OWN,                                                                               \
     .offset = offsetof(type, query),                                                              \
     .read = condition_read},                                                                      \
        {"event",                                                                                  \
         "TEXT",                                                                                   \
         "the event; case and accents are ignored, * is any text",                                 \
         command " --event \"Club*\"",                                                             \
         ZET_OPTION_OWN,                                                                           \
         .offset = offsetof(type, query),                                                          \
         .read = condition_read},                                                                  \
        {"since",                                                                                  \
         "DATE",                                                                                   \
         "the date is in this range or later: 2009, 2009-06 or 2009-06-30",                        \
         command " --since 2024",                                                                  \
         ZET_OPTION_OWN,                                                                           \
         .offset = offsetof(type, query),                                                          \
         .read = condition_read},                                                                  \
        {"until",                                                                                  \
         "DATE",                                                                                   \
         "the date is in this range or earlier",                                                   \
         command " --until 2024-06",                                                               \
         ZET_OPTION_OWN,                                                                           \
         .offset = offsetof(type, query),                                                          \
         .read = condition_read},                                                                  \
    {                                                                                              \
        "rating", "RANGE", "the rating of either player: 1800-, 1500-1800 or -1500",               \
            command " --rating 1-3000", ZET_OPTION_OWN, .offset = offsetof(type, query),           \
                                                        .read = condition_read                     \
    }

/* After the last option: whether the conditions are possible together. Returns false after a
   message. The query may be NULL. */
bool condition_ready(struct query *query);

/* `read` of the option of a condition, which has the condition's name: adds it to the query at the
   row's offset, which is NULL before the first one. */
bool condition_read(const zet_option *row, void *values, const char *value, zet_error *error);
void condition_free(struct query *query);
