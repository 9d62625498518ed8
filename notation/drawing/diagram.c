#include "notation/drawing/diagram.h"

#include "notation/base/buffer.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

/* The buffer's text in the arena; frees the buffer. */
static struct text finalize(struct buffer *b, struct arena *a, bool *failed) {
    struct text kept = zet_arena_copy(a, buffered(b), failed);
    *failed |= b->failed;
    zet_buffer_free(b);
    return kept;
}

/* A word with a capital; names of sides are ASCII. */
static void capitalized(struct buffer *b, const char *word) {
    buffer_char(b, (char)(*word >= 'a' && *word <= 'z' ? *word - 'a' + 'A' : *word));
    buffer_string(b, word + 1);
}

struct text zet_diagram_side(const struct diagram *d, unsigned side, struct arena *a,
                             bool *failed) {
    const uint8_t *border = d->look.border;
    struct buffer b = {0};
    capitalized(&b, d->sides[side]);
    if (border[0])
        buffer_string(&b, border[0] == side + 1 ? ", N-S" : ", W-E");
    if (d->players[side].len) {
        buffer_string(&b, ": ");
        buffer_text(&b, d->players[side]);
    }
    return finalize(&b, a, failed);
}

struct text zet_diagram_caption(const struct diagram *d, struct arena *a, bool *failed) {
    struct buffer b = {0};
    if (d->figure) {
        buffer_string(&b, "Figure ");
        zet_buffer_number(&b, d->figure);
        buffer_string(&b, d->caption.len ? ": " : "");
    }
    buffer_text(&b, d->caption);
    return finalize(&b, a, failed);
}

struct text zet_diagram_title(const struct diagram *d, struct arena *a, bool *failed) {
    struct buffer b = {0};
    buffer_string(&b, d->game);
    if (d->variant) {
        buffer_char(&b, ' ');
        buffer_string(&b, d->variant);
    }
    if (d->has_ply && d->ply) {
        buffer_string(&b, ", position after ply ");
        zet_buffer_number(&b, d->ply);
    } else {
        buffer_string(&b, d->has_ply ? ", start position" : ", position");
    }
    buffer_string(&b, ", ");
    if (d->ending == ENDING_OPEN) {
        capitalized(&b, d->sides[d->setup.turn]);
        buffer_string(&b, " to move");
    } else {
        if (d->ending == ENDING_DRAW)
            buffer_string(&b, "drawn");
        else
            capitalized(&b, d->sides[d->ending == ENDING_WIN_1]);
        buffer_string(&b, d->ending == ENDING_DRAW ? "" : " has won");
        buffer_string(&b, d->reason ? " (" : "");
        buffer_string(&b, d->reason ? d->reason : "");
        buffer_string(&b, d->reason ? ")" : "");
    }
    return finalize(&b, a, failed);
}

/* `; white: a1, b2`, the cells with this content; nothing where there are none. */
static void add_men(struct buffer *b, const struct diagram *d, unsigned content, const char *name) {
    const struct board *board = &d->board;
    unsigned levels = zet_grid_levels(board, &d->setup);
    bool any = false;
    for (unsigned level = 0; level < levels; level++)
        for (unsigned rank = 0; rank + level < board->ranks; rank++)
            for (unsigned file = 0; file + level < board->files; file++) {
                cell c = cell_at(level, file, rank);
                if (d->setup.at[c] != content)
                    continue;
                if (!any) {
                    buffer_string(b, "; ");
                    buffer_string(b, name);
                    buffer_string(b, content > ZET_CELL_WHITE ? " Hogga's on " : " on ");
                }
                buffer_string(b, any ? ", " : "");
                buffer_cell(b, c);
                any = true;
            }
}

/* `; a's pits: a1 2, b1 0`. */
static void add_counts(struct buffer *b, const struct diagram *d, unsigned side) {
    const struct board *board = &d->board;
    buffer_string(b, "; ");
    buffer_string(b, d->sides[side]);
    buffer_string(b, "'s pits:");
    for (unsigned rank = 0; rank < board->ranks; rank++)
        for (unsigned file = 0; file < board->files; file++) {
            cell c = cell_at(0, file, rank);
            if (board_half(board, c) != side)
                continue;
            buffer_char(b, ' ');
            buffer_cell(b, c);
            buffer_char(b, ' ');
            zet_buffer_number(b, d->setup.at[c]);
            buffer_char(b, ',');
        }
    b->len -= !b->failed;
}

struct text zet_diagram_words(const struct diagram *d, struct arena *a, bool *failed) {
    struct buffer b = {0};
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        buffer_string(&b, i ? ", " : d->move_count > 1 ? "moves " : "last move ");
        if (m->number) {
            zet_buffer_number(&b, m->number);
            buffer_string(&b, ". ");
        }
        buffer_text(&b, m->text);
    }
    for (unsigned side = 0; side < 2; side++) {
        if (d->counts) {
            add_counts(&b, d, side);
            continue;
        }
        add_men(&b, d, ZET_CELL_BLACK + side, d->sides[side]);
        add_men(&b, d, ZET_CELL_BLACK_HOGGA + side, d->sides[side]);
    }
    if (!b.len)
        buffer_string(&b, "the board is empty");
    size_t begin = b.len >= 2 && !strncmp(b.at, "; ", 2) ? 2 : 0;
    struct text kept = finalize(&b, a, failed);
    return begin && kept.len ? (struct text){kept.at + begin, kept.len - begin} : kept;
}

bool zet_diagram_shows(const struct diagram *d, cell c) {
    if (!d->view.cropped)
        return true;
    /* by half cells, so that a centre between cells counts */
    unsigned file = cell_file(c) * 2 + cell_level(c), rank = cell_rank(c) * 2 + cell_level(c);
    return file + 1 > cell_file(d->view.low) * 2 && file < cell_file(d->view.high) * 2 + 1 &&
           rank + 1 > cell_rank(d->view.low) * 2 && rank < cell_rank(d->view.high) * 2 + 1;
}
