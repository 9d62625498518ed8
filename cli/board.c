/* Positions as boards of plain ASCII. */
#include "cli/cli.h"
#include "notation/grid.h"

enum { COLUMNS_MAX = 79 };

/* Columns that the board of one level takes, the gap behind it included. */
static unsigned level_width(const struct board *board, unsigned level) {
    return 3 + 2 * (board->files - level) + 3;
}

/* One line of one level: its heading (line 0), a rank (counted from the top), or the files. Returns
   its width. */
static int print_level_line(FILE *out, const struct notation *notation, const struct setup *setup,
                            const struct board *board, unsigned level, unsigned line) {
    unsigned ranks = board->ranks - level, files = board->files - level;
    int n = 0;
    if (line == 0 && board->levels > 1)
        return fprintf(out, "level %u", level + 1);
    if (line == 0 || line > ranks + 1)
        return 0;
    unsigned rank = ranks - line;
    n += line <= ranks ? fprintf(out, "%2u ", rank + 1) : fprintf(out, "   ");
    for (unsigned file = 0; file < files; file++) {
        char c = (char)('a' + file);
        if (line <= ranks) {
            uint8_t piece = setup->at[cell_at(level, file, rank)];
            c = '.';
            if (piece)
                c = notation->sides[(piece - 1) % 2];
            if (piece > HOLDS_WHITE)
                c = (char)(c - 'a' + 'A');
        }
        n += fprintf(out, file ? " %c" : "%c", c);
    }
    return n;
}

/* Levels side by side, as many as fit, aligned at the bottom. */
static void print_grid(FILE *out, const struct notation *notation, const struct setup *setup,
                       const struct board *board, int indent) {
    unsigned level = 0, levels = zet_grid_levels(board, setup);
    do {
        unsigned first = level, width = (unsigned)indent;
        do
            width += level_width(board, level++);
        while (level < levels && width + level_width(board, level) <= COLUMNS_MAX + 3U);
        unsigned lines = board->ranks - first + 2;
        for (unsigned line = board->levels > 1 ? 0 : 1; line < lines; line++) {
            int at = fprintf(out, "%*s", indent, ""), goal = at;
            for (unsigned l = first; l < level; l++) {
                unsigned top = l - first; /* a higher level begins so many lines lower */
                if (line >= top) {
                    at += fprintf(out, "%*s", goal - at, "");
                    at += print_level_line(out, notation, setup, board, l, line - top);
                }
                goal += (int)level_width(board, l);
            }
            fputc('\n', out);
        }
    } while (level < levels);
}

/* Rows of counts, north at the top; the two rows in the middle are the fronts. */
static void print_counts(FILE *out, const struct rules *rules, const struct setup *setup,
                         const struct board *board, int indent) {
    for (unsigned rank = board->ranks; rank-- > 0;) {
        bool front = rank == board->ranks / 2U - 1 || rank == board->ranks / 2U;
        fprintf(out, "%*s%2u", indent, "", rank + 1);
        for (unsigned file = 0; file < board->files; file++)
            fprintf(out, " %2u", setup->at[cell_at(0, file, rank)]);
        fprintf(out, "   %s's %s\n", rules->sides[rank >= board->ranks / 2U],
                front ? "front" : "back");
    }
    fprintf(out, "%*s  ", indent, "");
    for (unsigned file = 0; file < board->files; file++)
        fprintf(out, "  %c", (int)('a' + file));
    fputc('\n', out);
}

void zet_board_print(FILE *out, const struct ruleset *rs, const void *position, int indent) {
    struct setup setup;
    rs->rules->describe(position, &setup);
    if (rs->rules->notation->counts)
        print_counts(out, rs->rules, &setup, &rs->board, indent);
    else
        print_grid(out, rs->rules->notation, &setup, &rs->board, indent);
}
