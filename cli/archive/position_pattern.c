#include "cli/archive/position_pattern.h"

enum { EXPANDED_BYTES_MAX = PATTERN_BYTES_MAX + RANKS_MAX * LEVELS_MAX * FILES_MAX * 2 };

/* A pattern whose stars have been expanded for a board. */
struct expanded {
    const struct board *board;
    bool counts;
    char at[EXPANDED_BYTES_MAX];
    uint16_t origin[EXPANDED_BYTES_MAX]; /* by byte: its origin in the pattern */
    size_t len;
    unsigned levels; /* higher ones may have any content */
};

static bool ends_rank(struct text from, size_t at) {
    return at == from.len || from.at[at] == '/' || from.at[at] == '|' || from.at[at] == ' ';
}

static void put(struct expanded *to, char c, size_t origin) {
    to->at[to->len] = c;
    to->origin[to->len++] = (uint16_t)origin;
}

/* The cells from `at` to the end of the rank at `end`, without stars. */
static unsigned count_cells(struct text from, size_t at, size_t end, bool counts) {
    unsigned cells = 0, run = 0;
    for (size_t i = at; i < end; i++) {
        char c = from.at[i];
        if (counts) {
            cells += c == ',';
        } else if (is_digit(c)) {
            run = run > FILES_MAX ? run : run * 10 + (unsigned)(c - '0');
        } else {
            cells += run + (c != '*');
            run = 0;
        }
    }
    return cells + run;
}

/* NULL, or an error message for a `?` or `*` of a whole pit at `i` in the row `at` to `end`. */
static const char *check_pit(struct text from, size_t at, size_t end, size_t i) {
    if ((i == at || from.at[i - 1] == ',') && (i + 1 == end || from.at[i + 1] == ','))
        return NULL;
    return from.at[i] == '*' ? "`*` can stand for whole pits only"
                             : "`?` can stand for the number of a pit only";
}

/* Expands one rank, from `at` to `end`, to `width` cells. */
static const char *expand_rank(struct expanded *to, struct text from, size_t at, size_t end,
                               unsigned width, size_t *fault) {
    unsigned cells = count_cells(from, at, end, to->counts);
    bool star = false;
    for (size_t i = at; i < end; i++) {
        char c = from.at[i];
        const char *why = to->counts && (c == '?' || c == '*') ? check_pit(from, at, end, i) : NULL;
        if (c == '*' && star)
            why = "a rank can have only one `*`";
        if (c == '*' && to->counts && cells >= width)
            why = "the row has no pits left that `*` could stand for";
        if (why) {
            *fault = i;
            return why;
        }
        star |= c == '*';
        if (c != '*')
            put(to, c, i);
        for (unsigned k = cells; c == '*' && k < width; k++) {
            if (to->counts && k > cells)
                put(to, ',', i);
            put(to, '?', i);
        }
    }
    return NULL;
}

/* Whether the level at `at` is the last and only a star. */
static bool is_open_level(struct text from, size_t at) {
    return at < from.len && from.at[at] == '*' && (at + 1 == from.len || from.at[at + 1] == ' ');
}

/* NULL, or an error message. The notation refuses what no board has. */
static const char *expand(struct expanded *to, struct text from, size_t *fault) {
    const struct board *board = to->board;
    unsigned level = 0, rank = 0;
    size_t at = 0;
    to->len = 0;
    to->levels = board->levels;
    while (at < from.len && from.at[at] != ' ') {
        if (level && rank == 0 && level < board->levels && is_open_level(from, at)) {
            to->levels = level;
            to->len--; /* the `|` before it */
            at++;
            break;
        }
        size_t end = at;
        while (!ends_rank(from, end))
            end++;
        unsigned width = level < board->levels ? board->files - level : 0;
        bool there = level < board->levels && rank + level < board->ranks;
        const char *why = there ? expand_rank(to, from, at, end, width, fault) : NULL;
        if (why)
            return why;
        for (; !there && at < end; at++)
            put(to, from.at[at], at);
        at = end;
        if (at == from.len || from.at[at] == ' ')
            break;
        level += from.at[at] == '|';
        rank = from.at[at] == '|' ? 0 : rank + 1;
        put(to, from.at[at], at);
        at++;
    }
    for (; at < from.len; at++)
        put(to, from.at[at], at);
    return NULL;
}

/* Reads the text with each content in all wildcards: the cells that differ are wildcards. */
static const char *read_filled(struct expanded *e, const struct ruleset *rs, unsigned filling,
                               struct setup *to, size_t *fault) {
    const struct notation *n = rs->rules->notation;
    struct text text = {e->at, e->len};
    char room[EXPANDED_BYTES_MAX];
    bool turn = false;
    for (size_t i = 0; i < e->len; i++) {
        turn |= e->at[i] == ' ';
        char filled = n->counts && !turn ? (char)('0' + filling) : n->sides[filling];
        room[i] = e->at[i] == '?' ? filled : e->at[i];
    }
    text.at = room;
    const char *why = n->read_setup(text, &rs->board, to, fault);
    if (why)
        *fault = *fault < e->len ? e->origin[*fault] : e->len ? e->origin[e->len - 1] + 1U : 0;
    return why;
}

/* Lists the cells without wildcards, occupied ones first: these are more likely to differ. Returns
 * their number. */
static size_t list_cells(const struct setup filled[2], const struct expanded *e,
                         struct pattern_cell *out) {
    size_t count = 0;
    for (unsigned empty = 0; empty < 2; empty++)
        for (unsigned level = 0; level < e->levels; level++)
            for (unsigned rank = 0; rank + level < e->board->ranks; rank++)
                for (unsigned file = 0; file + level < e->board->files; file++) {
                    cell c = cell_at(level, file, rank);
                    uint8_t content = filled[0].at[c];
                    if (content != filled[1].at[c] || (content == 0) != empty)
                        continue;
                    out[count++] = (struct pattern_cell){c, content};
                }
    return count;
}

struct pattern_fit *pattern_fit(struct arena *arena, struct text text, const struct ruleset *rs,
                                const char **why, size_t *fault) {
    struct expanded e = {.board = &rs->board, .counts = rs->rules->notation->counts};
    struct setup filled[2];
    *fault = 0;
    if (text.len > PATTERN_BYTES_MAX)
        text.len = PATTERN_BYTES_MAX;
    *why = expand(&e, text, fault);
    for (unsigned filling = 0; !*why && filling < 2; filling++)
        *why = read_filled(&e, rs, filling, &filled[filling], fault);
    if (*why)
        return NULL;
    size_t most = (size_t)rs->board.files * rs->board.ranks * rs->board.levels;
    struct pattern_fit *fit = zi_arena_alloc(arena, sizeof *fit + most * sizeof *fit->cells);
    if (!fit)
        return NULL;
    *fit = (struct pattern_fit){.rules = rs->rules,
                                .board = rs->board,
                                .any_turn = filled[0].turn != filled[1].turn,
                                .turn = filled[0].turn};
    fit->count = list_cells(filled, &e, fit->cells);
    return fit;
}

bool pattern_holds(const struct pattern_fit *fit, const struct setup *setup) {
    for (size_t i = 0; i < fit->count; i++)
        if (setup->at[fit->cells[i].at] != fit->cells[i].content)
            return false;
    return true;
}
