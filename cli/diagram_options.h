/* What the user says of a diagram. */
#ifndef ZET_CLI_DIAGRAM_OPTIONS_H
#define ZET_CLI_DIAGRAM_OPTIONS_H

#include "cli/cli.h"
#include "notation/drawing/drawing.h"

enum { PLIES_ASKED_MAX = 4096 };

/* Which positions of a record. */
enum at { AT_FINAL, AT_START, AT_PLIES, AT_EVERY, AT_MOVES };

struct diagram_options {
    const char *file; /* NULL: standard input */
    struct position_options position;
    bool has_position; /* a position instead of a record */
    uint32_t record;   /* from 1; 0: all */

    enum at at;
    uint32_t plies[PLIES_ASKED_MAX]; /* AT_PLIES: ascending, each once; AT_EVERY: the step */
    size_t ply_count;
    uint32_t from, to; /* AT_MOVES: turns, from 1 */

    bool html;
    const struct drawing_format *format; /* NULL where html */
    struct drawing_options drawing;
    bool flip, levels;
    const char *crop, *mark, *arrow, *label; /* as written; NULL: none */
    const char *caption, *output;
    uint32_t figure; /* 0: none */
    bool color;
};

/* An exit status, or -1 to go on; then o->position.rules is to be freed, or to be given to
   zet_cli_position. */
int zet_diagram_options(int argc, char **argv, struct diagram_options *o);

/* What the options say of a board's cells, for a board. False, after a message. */
bool zet_diagram_marks(const struct diagram_options *o, const struct ruleset *rs,
                       struct marks *marks, struct view *view);

#endif
