#include "diagrams/diagram.h"

#include "notation/base/buffer.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"
#include "notation/games/grid.h"

/* Moves the buffer's text to the arena and frees the buffer. */
static struct text finalize(struct buffer *b, struct arena *a, bool *failed) {
    struct text kept = zi_arena_copy(a, buffered(b), failed);
    *failed |= b->failed;
    zi_buffer_free(b);
    return kept;
}

/* The names of sides begin with an ASCII letter in every language. */
void zi_diagram_side_name(struct buffer *out, const struct diagram *d, unsigned side) {
    const char *word = diagram_word(d, d->sides[side]);
    buffer_char(out, (char)(*word >= 'a' ? *word - 'a' + 'A' : *word));
    buffer_string(out, word + 1);
}

void zi_diagram_outcome(struct buffer *out, const struct diagram *d) {
    bool draw = d->ending == ENDING_DRAW;
    if (d->reason)
        words_put(out, d->language, draw ? WORD("draw: %s") : WORD("wins: %s"),
                  diagram_word(d, d->reason));
    else
        buffer_string(out, diagram_word(d, draw ? WORD("draw") : WORD("wins")));
}

/* Whether a text has right-to-left letters, those from U+0590 to U+08FF and their further forms, or
   a character that changes the direction to right-to-left: U+200F, U+202B, U+202E or U+2067. */
static bool runs_left(struct text t) {
    static const char *const signs[] = {"\xE2\x80\x8F", "\xE2\x80\xAB", "\xE2\x80\xAE",
                                        "\xE2\x81\xA7"};
    for (size_t i = 0; i + 1 < t.len; i++) {
        unsigned char c = (unsigned char)t.at[i], next = (unsigned char)t.at[i + 1];
        if ((c == 0xD6 && next >= 0x90) || (c >= 0xD7 && c <= 0xDF) || (c == 0xE0 && next < 0xA4) ||
            (c == 0xEF && next >= 0xAC && next < 0xBC))
            return true;
        for (size_t k = 0; i + 2 < t.len && k < sizeof signs / sizeof *signs; k++)
            if (!memcmp(t.at + i, signs[k], 3))
                return true;
    }
    return false;
}

struct text zi_diagram_side(const struct diagram *d, unsigned side, struct arena *a, bool *failed) {
    const uint8_t *border = d->look.border;
    struct buffer b = {0};
    zi_diagram_side_name(&b, d, side);
    if (border[0])
        buffer_add(&b, ", ", diagram_word(d, border[0] == side + 1 ? WORD("N-S") : WORD("W-E")));
    if (d->players[side].len) {
        bool isolated = d->view.isolate && runs_left(d->players[side]);
        buffer_string(&b, ": ");
        if (isolated)
            zi_isolated(&b, d->players[side]);
        else
            buffer_text(&b, d->players[side]);
    }
    return finalize(&b, a, failed);
}

struct text zi_diagram_caption(const struct diagram *d, struct arena *a, bool *failed) {
    struct buffer b = {0};
    if (d->figure)
        words_put(&b, d->language, d->caption.len ? WORD("Figure %1$s: %2$s") : WORD("Figure %s"),
                  d->figure, d->caption);
    else
        buffer_text(&b, d->caption);
    return finalize(&b, a, failed);
}

/* `Black to move`, `White has won: resignation`, `draw: repetition` */
static void add_state(struct buffer *b, const struct diagram *d) {
    struct buffer name = {0};
    if (d->ending == ENDING_DRAW) {
        zi_diagram_outcome(b, d);
        return;
    }
    bool open = d->ending == ENDING_OPEN;
    zi_diagram_side_name(&name, d, open ? d->setup.turn : d->ending == ENDING_WIN_1);
    words_put(b, d->language,
              open        ? WORD("%s to move")
              : d->reason ? WORD("%1$s has won: %2$s")
                          : WORD("%s has won"),
              buffered(&name), d->reason ? diagram_word(d, d->reason) : "");
    zi_buffer_end(&name, &b->failed);
}

struct text zi_diagram_title(const struct diagram *d, struct arena *a, bool *failed) {
    struct buffer b = {0};
    buffer_add(&b, d->game, d->variant ? " " : "", d->variant, ", ");
    if (d->has_ply && d->ply)
        words_put(&b, d->language, WORD("position after ply %s"), d->ply);
    else
        buffer_string(&b, diagram_word(d, d->has_ply ? WORD("start position") : WORD("position")));
    buffer_string(&b, ", ");
    add_state(&b, d);
    return finalize(&b, a, failed);
}

struct diagram zi_diagram_frame(const struct diagram *d, size_t i) {
    struct diagram frame = *d;
    bool last = i == d->before_count;
    if (!d->before_count)
        return frame;
    frame.before_count = 0;
    frame.caption = NO_TEXT;
    frame.figure = 0;
    frame.move_count = last ? 0 : d->strip ? 1 : d->move_count;
    frame.moves = d->strip && !last ? d->moves + i : d->moves;
    if (d->strip) {
        frame.strip += (uint32_t)i;
        frame.view.no_names = frame.view.no_turn = true;
    }
    if (last)
        return frame;
    frame.setup = d->before[i];
    frame.ending = ENDING_OPEN;
    frame.marks = NULL;
    frame.chain_count = 0;
    return frame;
}

void zi_diagram_heading(struct buffer *out, const struct diagram *d, size_t i) {
    bool last = i == d->before_count;
    if (!d->strip) {
        buffer_string(out, diagram_word(d, last ? WORD("after") : WORD("before")));
    } else if (last) {
        add_state(out, d);
    } else {
        buffer_add(out, d->strip + i, ". ");
        zi_diagram_side_name(out, d, d->moves[i].side);
        buffer_add(out, ": ", d->moves[i].text);
    }
}

/* Adds a sentence about cells after the previous ones. */
static void add_cells(struct buffer *b, const struct diagram *d, const char *english, unsigned side,
                      struct buffer *cells) {
    buffer_string(b, b->len ? "; " : "");
    words_put(b, d->language, english, diagram_word(d, d->sides[side]), buffered(cells));
    zi_buffer_end(cells, &b->failed);
}

/* Adds `; white on a1, b2`, the cells with this content; nothing if none exist. */
static void add_men(struct buffer *b, const struct diagram *d, unsigned content, unsigned side) {
    struct buffer cells = {0};
    unsigned levels = zi_grid_levels(&d->board, &d->setup);
    for (cell c = 0; c < levels << 8; c++) {
        if (d->setup.at[c] != content)
            continue;
        buffer_string(&cells, cells.len ? ", " : "");
        buffer_cell(&cells, c);
    }
    if (cells.len || cells.failed)
        add_cells(b, d,
                  content > ZI_CELL_WHITE ? WORD("%1$s Hogga's on %2$s") : WORD("%1$s on %2$s"),
                  side, &cells);
}

/* Adds `; a's pits: a1 2, b1 0`. */
static void add_counts(struct buffer *b, const struct diagram *d, unsigned side) {
    struct buffer cells = {0};
    for (cell c = 0; c < 256; c++) {
        if (!zi_board_has(&d->board, c) || board_half(&d->board, c) != side)
            continue;
        buffer_string(&cells, cells.len ? ", " : "");
        buffer_cell(&cells, c);
        buffer_add(&cells, " ", d->setup.at[c]);
    }
    add_cells(b, d, WORD("pits of %1$s: %2$s"), side, &cells);
}

/* Adds `last move e2-e4`. */
static void add_moves(struct buffer *b, const struct diagram *d) {
    struct buffer moves = {0};
    for (size_t i = 0; i < d->move_count; i++) {
        const struct shown_move *m = &d->moves[i];
        uint32_t number = d->strip ? d->strip + (uint32_t)i : m->number;
        buffer_add(&moves, i ? ", " : "", value_unless_0(number), number ? ". " : "", m->text);
    }
    if (d->move_count)
        words_put(b, d->language,
                  d->move_count > 1    ? WORD("moves: %s")
                  : d->moves[0].faulty ? WORD("illegal move: %s")
                                       : WORD("last move: %s"),
                  buffered(&moves));
    zi_buffer_end(&moves, &b->failed);
}

struct text zi_diagram_words(const struct diagram *d, struct arena *a, bool *failed) {
    struct buffer b = {0};
    add_moves(&b, d);
    for (unsigned side = 0; side < 2; side++) {
        if (d->counts) {
            add_counts(&b, d, side);
            continue;
        }
        add_men(&b, d, ZI_CELL_BLACK + side, side);
        add_men(&b, d, ZI_CELL_BLACK_HOGGA + side, side);
    }
    if (!b.len)
        buffer_string(&b, diagram_word(d, WORD("the board is empty")));
    return finalize(&b, a, failed);
}

bool zi_shown_fault_has_target(const struct shown_move *m, const struct setup *setup) {
    bool free = m->path_count > 1 && !setup->at[m->path[m->path_count - 1]];
    for (size_t i = 0; free && i < m->guilty_count; i++)
        free = m->guilty[i] != m->path[m->path_count - 1];
    return free;
}

bool zi_diagram_shows(const struct diagram *d, cell c) {
    if (!d->view.cropped)
        return true;
    /* in half cells, to include centers between cells */
    unsigned file = cell_file(c) * 2 + cell_level(c), rank = cell_rank(c) * 2 + cell_level(c);
    return file + 1 > cell_file(d->view.low) * 2 && file < cell_file(d->view.high) * 2 + 1 &&
           rank + 1 > cell_rank(d->view.low) * 2 && rank < cell_rank(d->view.high) * 2 + 1;
}

bool zi_diagram_shows_move(const struct diagram *d, const struct shown_move *m) {
    const struct {
        const cell *at;
        size_t count;
    } parts[] = {{m->path, m->kind == SHOWN_SOW && !m->faulty ? 1 : m->path_count},
                 {m->falls, m->fall_count},
                 {m->guilty, m->guilty_count}};
    bool shown = !d->view.cropped;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (size_t i = 0; i < parts[k].count; i++)
            shown |= zi_diagram_shows(d, parts[k].at[i]);
    return shown;
}

bool zi_diagram_shows_arrow(const struct diagram *d, const struct marked_arrow *a) {
    return a->from != a->to && (zi_diagram_shows(d, a->from) || zi_diagram_shows(d, a->to));
}

bool zi_diagram_is_covered(const struct diagram *d, cell c) {
    unsigned level = cell_level(c), file = cell_file(c), rank = cell_rank(c);
    return level + 2U < d->board.levels && file && rank &&
           d->setup.at[cell_at(level + 2, file - 1, rank - 1)];
}

bool zi_diagram_numbers(struct buffer *out, const struct diagram *d, size_t i,
                        const char *separator) {
    cell c = zi_shown_move_end(&d->moves[i]);
    size_t start = out->len;
    for (size_t k = 0; k < d->move_count; k++) {
        const struct shown_move *m = &d->moves[k];
        if (!m->number || !m->path_count || zi_shown_move_end(m) != c)
            continue;
        if (k < i)
            return false;
        buffer_add(out, out->len > start ? separator : "", m->number);
    }
    return true;
}

bool zi_shown_stages(struct buffer *out, const struct shown_move *m, size_t i) {
    size_t start = out->len;
    for (size_t k = 0; k < m->end_count; k++) {
        if (m->ends[k] != m->ends[i])
            continue;
        if (k < i)
            return false;
        buffer_add(out, out->len > start ? "," : "", k + 1);
    }
    return true;
}

void zi_diagram_say_at(struct buffer *out, const struct diagram *d, struct text t, cell c) {
    char room[8];
    struct writer w = {room, sizeof room, 0};
    write_cell(&w, c);
    buffer_string(out, out->len ? "; " : "");
    words_put(out, d->language, WORD("%1$s at %2$s"), t, written(&w));
}
