#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/compression.h"
#include "cli/game_clock.h"
#include "cli/line_editor.h"
#include "cli/recording.h"

struct options {
    struct position_options position;
    struct header_options header;
    const char *clock;
    unsigned board;
};

enum { SUGGESTIONS_MAX = 8, ANSWERS_MAX = 12 };

/* Work limit for a script, in bytes of records made. It allows a game of 1,500 moves whose record
   is made after each move. */
enum {
    SCRIPT_WORK_MAX = 16 * 1024 * 1024,
    LINE_WORK = 64,
    PLAYING_WORK = 720, /* a position is stored per move: about 23,000 moves */
    ORDER_WORK = 2048,  /* and the length of the record, also for a refused move */
    SAVING_WORK = 256 * 1024
};

struct session {
    const struct invocation *in;
    struct options options; /* as given */
    struct recording record;
    struct game_clock clock;
    const char *board; /* the format of diagrams in which it is shown; or NULL */
    zet_output *out;
    bool interactive, refused, out_of_memory, left;
    bool unread;       /* reading standard input failed */
    bool flag_told[2]; /* the time-over message was printed */
    size_t line;       /* line number in a script */
    char *path;        /* of a file other than the original one; or NULL */
    const char *asked; /* the current question; NULL: a move */
    const char *const *choices;
    char prompt[256];
    char *answer[ANSWERS_MAX];
    size_t answers;
};

/* Messages. */

enum { SAFE_BYTES = 1024 };

/* Prints a refusal in the words of a report; `why`: the finding that caused it, or NULL. */
static void say_refusal(struct session *s, const char *what, const char *message,
                        const zet_finding *why) {
    char place[64] = "", safe_what[SAFE_BYTES], safe_message[SAFE_BYTES];
    bool has_what = what && *what;
    fflush(stdout);
    s->refused = true;
    if (!s->interactive)
        snprintf(place, sizeof place, "-:%zu: error: ", s->line);
    zet_text_copy_safe(zet_text_of(has_what ? what : ""), safe_what, sizeof safe_what);
    zet_text_copy_safe(zet_text_of(message), safe_message, sizeof safe_message);
    /* in one call: standard error is unbuffered, and a script can have many refused lines */
    fprintf(s->interactive ? stdout : stderr, "%s%s%s%s%s%s%s%s%s\n", place, safe_what,
            has_what ? ": " : "", safe_message, why ? " [" : "", why ? why->code : "",
            why && why->reason ? "/" : "", why && why->reason ? why->reason : "", why ? "]" : "");
}

static void refuse(struct session *s, const char *what, const char *message) {
    say_refusal(s, what, message, NULL);
}

/* A person can retry. A script ends, because its next lines depend on the refused one. */
static void say_out_of_memory(struct session *s) {
    s->out_of_memory = true;
    refuse(s, NULL, "out of memory");
}

/* Reports an error of the game. */
static void say_error(struct session *s, const char *what, const zet_error *error) {
    if (error->status == ZET_OUT_OF_MEMORY)
        say_out_of_memory(s);
    else
        say_refusal(s, what, error->message, zet_game_refusal(s->record.game));
}

static void suggest(struct session *s, const char *move) {
    FILE *to = s->interactive ? stdout : stderr;
    zet_error error = {0};
    zet_moves *moves =
        zet_position_suggest(recording_position(&s->record), zet_text_of(move), (size_t)-1, &error);
    if (!moves && error.status == ZET_OUT_OF_MEMORY)
        say_out_of_memory(s);
    size_t count = moves ? zet_moves_count(moves) : 0;
    char more[64] = "";
    zet_output_clear(s->out);
    for (size_t i = 0; i < count && i < SUGGESTIONS_MAX; i++) {
        command_put(s->out, i ? ", " : "  did you mean ", zet_moves_text(moves, i), NULL);
    }
    if (count > SUGGESTIONS_MAX)
        snprintf(more, sizeof more, " or %zu more", count - SUGGESTIONS_MAX);
    command_put(s->out, more, count ? "?\n" : "", NULL);
    if (!command_print(s->out, to))
        s->out_of_memory = true;
    zet_moves_free(moves);
}

static const char *side_word(const struct session *s, unsigned side) {
    return zet_side_name(s->record.name, side);
}

/* Draws the record's last position, or in a playout the position without its last move. */
static zet_status draw_board(struct session *s, zet_diagram_options *how, zet_error *error) {
    const zet_record *record = s->record.in_playout ? NULL : recording_record(&s->record);
    zet_diagrams *all = record ? zet_diagrams_new(record, how, error) : NULL;
    zet_diagram *own =
        s->record.in_playout ? zet_diagram_new(recording_position(&s->record), how, error) : NULL;
    const zet_diagram *diagram = own;
    zet_status status = all   ? zet_diagrams_next(all, 0, &diagram, error)
                        : own ? ZET_OK
                              : ZET_OUT_OF_MEMORY;
    if (status == ZET_OK)
        status = zet_diagram_write(diagram, NULL, s->out, error);
    zet_diagrams_free(all);
    zet_diagram_free(own);
    return status;
}

/* Shows the board: with names and the last move from the record, in a playout from the position. */
static void show_board(struct session *s) {
    zet_error error = {0};
    if (!s->board)
        return;
    zet_output_clear(s->out);
    zet_diagram_options *how = zet_diagram_options_new(&error);
    bool drawn = how && zet_diagram_options_set(how, "format", s->board, &error) == ZET_OK &&
                 zet_diagram_options_set(how, "compact", NULL, &error) == ZET_OK &&
                 draw_board(s, how, &error) == ZET_OK && zet_output_flush(s->out) == ZET_OK &&
                 zet_output_text(s->out).length;
    zet_diagram_options_free(how);
    if (drawn)
        command_print(s->out, stdout);
    else
        say_out_of_memory(s);
}

static void say_clocks(const struct session *s) {
    unsigned turn = zet_position_turn(recording_position(&s->record));
    char left[GAME_CLOCK_BYTES];
    if (!s->clock.on) {
        puts("the game has no clocks; `clock TIME` gives it some");
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        game_clock_text(game_clock_left(&s->clock, side, turn), left);
        printf("%s %s%s", side_word(s, side), left,
               s->clock.running && side == turn ? " (runs)" : "");
        fputs(side ? "\n" : ", ", stdout);
    }
}

/* Reports how the game ended and what follows. */
static void say_outcome(struct session *s) {
    struct recording *r = &s->record;
    zet_text how;
    if (!r->in_playout && !recording_is_over(r))
        return;
    const zet_record *record = recording_record(r);
    if (!record) {
        say_out_of_memory(s);
        return;
    }
    zet_result result = zet_record_result(record, &how);
    if (result == ZET_DRAW)
        printf("the game is drawn: %.*s", (int)how.length, how.at);
    else
        printf("%s wins: %.*s", side_word(s, result == ZET_WIN_0 ? 0 : 1), (int)how.length, how.at);
    int64_t points = zet_record_points(record);
    if (points >= 0)
        printf("; %lld point%s", (long long)points, points == 1 ? "" : "s");
    putchar('\n');
    if (r->in_playout && !recording_is_over(r))
        printf("%s may play on alone until all are home: each of these moves is a point\n",
               side_word(s, zet_position_turn(recording_position(r))));
    else if (s->interactive)
        puts("the record is complete: `quit` or Ctrl-D ends, `undo` takes the last move back");
}

/* Saving. */

static bool save_now(struct session *s) {
    bool saved = recording_save(&s->record);
    if (!saved && s->interactive)
        puts("the rest is kept, and saved with the next move; `save FILE` saves in "
             "another file");
    return saved;
}

/* Saves the record. A script is only saved before it waits, after all lines read so far. */
static void save(struct session *s) {
    s->record.unsaved = true;
    if (s->interactive)
        save_now(s);
}

/* Moves. */

/* A comment with the time left, in PGN's form; empty without clocks. */
static const char *clock_remark(struct session *s, unsigned side, char to[64]) {
    char left[GAME_CLOCK_BYTES];
    *to = '\0';
    if (s->clock.on && !s->record.in_playout) {
        game_clock_text(s->clock.left[side], left);
        snprintf(to, 64, " {[%%clk %s]}", left);
    }
    return to;
}

/* After a move: updates the clock, shows the board, and reports the end of the game. */
static void after_move(struct session *s) {
    struct recording *r = &s->record;
    if (!r->in_playout && !recording_is_over(r)) {
        if (s->interactive && !s->clock.running && zet_position_ply(recording_position(r)))
            game_clock_start(&s->clock);
    } else {
        s->clock.running = false;
    }
    bool was_playout = r->in_playout;
    if (!was_playout)
        recording_begin_playout(r);
    save(s);
    if (s->interactive || !was_playout || recording_is_over(r))
        show_board(s);
    if (!was_playout || recording_is_over(r))
        say_outcome(s);
}

static bool play_move(struct session *s, const char *move) {
    zet_error error = {0};
    struct game_clock before = s->clock;
    unsigned side = zet_position_turn(recording_position(&s->record));
    char remark[64];
    if (s->clock.running)
        game_clock_press(&s->clock, side);
    if (recording_play(&s->record, move, clock_remark(s, side, remark), &error) == ZET_OK) {
        s->record.work += PLAYING_WORK;
        after_move(s);
        return true;
    }
    s->clock = before;
    s->record.work += ORDER_WORK + s->record.length;
    say_error(s, move, &error);
    const zet_finding *why = zet_game_refusal(s->record.game);
    if (why && !strcmp(why->code, "illegal-move"))
        suggest(s, move);
    return false;
}

/* Moves *at to the next move of a line, past a move number (`12.` or `12...`), and returns its
   length. 0: no move, or only a number. A gift of stones is part of the move after it: its two
   words form one move. */
static size_t next_move(const char *line, size_t *at) {
    static const char gift[] = "%give:";
    const char *word = line + *at + strspn(line + *at, " \t");
    size_t digits = strspn(word, "0123456789");
    if (digits && word[digits] == '.')
        word += digits + strspn(word + digits, ".");
    size_t n = strcspn(word, " \t");
    if (!strncmp(word, gift, strlen(gift))) {
        n += strspn(word + n, " \t");
        n += strcspn(word + n, " \t");
    }
    *at = (size_t)(word - line);
    return n;
}

/* Plays the moves of a line up to the first refused one. */
static void play_line(struct session *s, char *line) {
    size_t at = 0, n;
    while ((n = next_move(line, &at)) || line[at]) {
        char end = line[at + n];
        line[at + n] = '\0';
        if (n && !play_move(s, line + at))
            return;
        at += n + (end != '\0');
    }
}

/* Commands. */

/* Reads the time left from a comment; -1 if there is none. */
static int64_t time_in(zet_text comments) {
    static const char mark[] = "[%clk ";
    const char *at = memmem(comments.at, comments.length, mark, strlen(mark));
    const char *end = comments.at + comments.length;
    const char *close = at ? memchr(at, ']', (size_t)(end - at)) : NULL;
    at += at ? strlen(mark) : 0;
    return close ? game_clock_read(at, (size_t)(close - at)) : -1;
}

/* Sets the clocks from the record. */
static void read_clocks(struct session *s) {
    char start[64];
    struct game_clock fresh = {0};
    zet_ply ply;
    const zet_record *record = recording_record(&s->record);
    zet_text value = record ? zet_record_value(record, "x-clock") : zet_text_of("");
    snprintf(start, sizeof start, "%.*s", (int)value.length, value.at);
    if (!game_clock_set(&fresh, start))
        return;
    zet_walk *walk = zet_walk_new(record, NULL);
    for (int64_t left; walk && zet_walk_next(walk, &ply);)
        if (!ply.depth && !ply.playout && !ply.gift && (left = time_in(ply.comments)) >= 0)
            fresh.left[ply.side] = left;
    zet_walk_free(walk);
    s->clock.on = true;
    s->clock.added = fresh.added;
    memcpy(s->clock.left, fresh.left, sizeof fresh.left);
}

static void do_undo(struct session *s, char *rest) {
    zet_error error = {0};
    size_t digits = strspn(rest, "0123456789");
    unsigned long times = *rest ? strtoul(rest, NULL, 10) : 1;
    if (rest[digits] || !times || digits > 5) {
        refuse(s, "undo", "expected the number of moves after it, or nothing");
        return;
    }
    while (times--)
        if (recording_undo(&s->record, &error) != ZET_OK) {
            say_error(s, "undo", &error);
            break;
        }
    if (s->clock.on)
        read_clocks(s);
    save(s);
    show_board(s);
}

static void do_comment(struct session *s, char *rest) {
    zet_error error = {0};
    if (!*rest)
        refuse(s, "comment", "there is no text");
    else if (zet_game_comment(s->record.game, zet_text_of(rest), &error) != ZET_OK)
        say_error(s, "comment", &error);
    else
        save(s);
}

static bool is_one_of(const char *text, const char *const *names) {
    while (*names && strcmp(*names, text) != 0)
        names++;
    return *names != NULL;
}

static void do_set(struct session *s, char *rest) {
    zet_error error = {0};
    static const char *const played[] = {"moves",  "playout",     "points",
                                         "result", "termination", NULL};
    char *value = rest + strcspn(rest, " \t");
    if (*value)
        *value++ = '\0';
    value += strspn(value, " \t");
    if (!*rest || is_one_of(rest, played)) {
        refuse(s, "set",
               !*rest ? "write a key of the record, and its value"
                      : "this key follows from the moves and from the end of the game");
        return;
    }
    if (recording_set(&s->record, rest, value, &error) != ZET_OK) {
        say_error(s, "set", &error);
        return;
    }
    read_clocks(s);
    save(s);
}

static void do_board(struct session *s, char *rest) {
    (void)rest;
    show_board(s);
}

static void do_moves(struct session *s, char *rest) {
    size_t n = strlen(rest);
    zet_moves *moves = zet_position_moves(recording_position(&s->record), NULL);
    if (!moves)
        say_out_of_memory(s);
    for (size_t i = 0; moves && i < zet_moves_count(moves); i++)
        if (!strncmp(zet_moves_text(moves, i), rest, n))
            puts(zet_moves_text(moves, i));
    zet_moves_free(moves);
}

/* The side of that name, or 2. */
static unsigned side_of(const struct session *s, const char *word) {
    return !strcmp(word, side_word(s, 0)) ? 0 : !strcmp(word, side_word(s, 1)) ? 1 : 2;
}

static void do_clock(struct session *s, char *rest) {
    static const char usage[] =
        "write `clock`, `clock start`, `clock stop` or `clock SIDE H:MM:SS`";
    unsigned turn = zet_position_turn(recording_position(&s->record));
    char *time = rest + strcspn(rest, " ");
    if (!strcmp(rest, "stop"))
        game_clock_stop(&s->clock, turn);
    else if (!strcmp(rest, "start"))
        game_clock_start(&s->clock);
    else if (*time) {
        *time++ = '\0';
        unsigned side = side_of(s, rest);
        int64_t left = game_clock_read(time, strlen(time));
        if (!s->clock.on || side > 1 || left < 0) {
            refuse(s, "clock", usage);
            return;
        }
        bool running = s->clock.running;
        game_clock_stop(&s->clock, turn);
        s->clock.left[side] = left;
        s->flag_told[side] = false;
        if (running)
            game_clock_start(&s->clock);
    } else if (*rest) {
        refuse(s, "clock", usage);
        return;
    }
    say_clocks(s);
}

/* Ends the game away from the board. */
static void end_game(struct session *s, const char *what, zet_result result, const char *how) {
    zet_error error = {0};
    if (recording_end(&s->record, result, how, &error) != ZET_OK) {
        say_error(s, what, &error);
        return;
    }
    game_clock_stop(&s->clock, zet_position_turn(recording_position(&s->record)));
    save(s);
    say_outcome(s);
}

static zet_result win_of(unsigned side) { return side ? ZET_WIN_1 : ZET_WIN_0; }

/* A side loses: the one named, or else the one to move; a forfeit requires a name. */
static void lose(struct session *s, const char *what, const char *word, const char *how) {
    unsigned turn = zet_position_turn(recording_position(&s->record));
    unsigned side = *word ? side_of(s, word) : strcmp(how, "forfeit") != 0 ? turn : 2;
    char message[64];
    if (side < 2) {
        end_game(s, what, win_of(!side), how);
        return;
    }
    snprintf(message, sizeof message, "say who loses: %s or %s", side_word(s, 0), side_word(s, 1));
    refuse(s, what, message);
}

static void do_resign(struct session *s, char *rest) { lose(s, "resign", rest, "resignation"); }
static void do_time(struct session *s, char *rest) { lose(s, "time", rest, "time"); }
static void do_forfeit(struct session *s, char *rest) { lose(s, "forfeit", rest, "forfeit"); }

static void do_draw(struct session *s, char *rest) {
    (void)rest;
    end_game(s, "draw", ZET_DRAW, "agreement");
}

static void do_adjudicate(struct session *s, char *rest) {
    unsigned side = side_of(s, rest);
    if (side < 2)
        end_game(s, "adjudicate", win_of(side), "adjudication");
    else if (!strcmp(rest, "draw"))
        end_game(s, "adjudicate", ZET_DRAW, "adjudication");
    else
        refuse(s, "adjudicate", "say who wins, or `draw`");
}

static void do_save(struct session *s, char *rest) {
    struct stat st;
    if (*rest && lstat(rest, &st) == 0) {
        refuse(s, rest, "the file exists");
        return;
    }
    if (!*rest && !s->interactive) {
        save(s);
        return;
    }
    s->record.work += SAVING_WORK;
    char *path = *rest ? strdup(rest) : NULL;
    if (path && s->record.unsaved && s->record.path)
        save_now(s);
    if (path) {
        free(s->path);
        s->path = path;
        s->record.path = path;
        s->record.there = false;
    }
    if (save_now(s) && s->interactive)
        printf("%s is saved\n", s->record.path);
}

static void do_quit(struct session *s, char *rest) {
    (void)rest;
    s->left = true;
}

static void do_help(struct session *s, char *rest);

/* The input that is not a move: X(name, argument, about, function). */
// clang-format off
#define ORDERS_TABLE(X) \
    X("undo", " [N]", "take back the last move, or the last N", do_undo) \
    X("comment", " TEXT", "a comment on the last move", do_comment) \
    X("set", " KEY [VALUE]", "correct the header: give KEY this value, or remove it", do_set) \
    X("board", "", "show the board", do_board) \
    X("moves", " [BEGINNING]", "list the legal moves", do_moves) \
    X("clock", " [start|stop|SIDE TIME]", "show the clocks, start, stop or set them", do_clock) \
    X("resign", " [SIDE]", "the side to move resigns, or SIDE", do_resign) \
    X("draw", "", "the players agree on a draw", do_draw) \
    X("time", " [SIDE]", "the side to move loses on time, or SIDE", do_time) \
    X("forfeit", " SIDE", "SIDE loses by forfeit", do_forfeit) \
    X("adjudicate", " RESULT", "the arbiter gives the result: a side, or draw", do_adjudicate) \
    X("save", " [FILE]", "save again, where it failed; from now on in FILE", do_save) \
    X("help", "", "this list", do_help) \
    X("quit", "", "leave; the record can be continued later (also Ctrl-D)", do_quit)
// clang-format on

#define ORDER_ROW(name, argument, about, run) {name, run},
static const struct order {
    const char *name;
    void (*run)(struct session *s, char *rest);
} orders[] = {ORDERS_TABLE(ORDER_ROW)};
enum { ORDERS = sizeof orders / sizeof *orders };

#define ORDER_LINE(name, argument, about, run) "  " name argument ": " about "\n"
#define ORDER_LINES ORDERS_TABLE(ORDER_LINE)

static void do_help(struct session *s, char *rest) {
    (void)rest;
    fputs("A line holds moves, or one of these:\n" ORDER_LINES, stdout);
    if (s->interactive)
        puts("Tab completes moves and words; Ctrl-C gives a line up.");
}

static void obey(struct session *s, char *line) {
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--)
        line[n - 1] = '\0';
    size_t n = strcspn(line, " \t");
    for (size_t i = 0; i < ORDERS; i++)
        if (strlen(orders[i].name) == n && !memcmp(orders[i].name, line, n)) {
            if (orders[i].run != do_undo && orders[i].run != do_comment)
                s->record.work += ORDER_WORK + s->record.length;
            orders[i].run(s, line + n + strspn(line + n, " \t"));
            return;
        }
    play_line(s, line);
}

/* Callbacks of the line editor. */

static const char *prompt(void *context) {
    struct session *s = context;
    const struct recording *r = &s->record;
    char left[GAME_CLOCK_BYTES + 1] = "";
    if (s->asked)
        return s->asked;
    const zet_position *position = recording_position(r);
    unsigned turn = zet_position_turn(position);
    size_t moves = zet_position_ply(position);
    size_t number = r->in_playout ? moves - r->playout_from + 1 : moves / 2 + 1;
    if (s->clock.on && !r->in_playout && !recording_is_over(r)) {
        left[0] = ' ';
        game_clock_text(game_clock_left(&s->clock, turn, turn), left + 1);
    }
    if (recording_is_over(r))
        return "over> ";
    snprintf(s->prompt, sizeof s->prompt, "%s%zu.%s %s%s> ", r->in_playout ? "solo " : "", number,
             r->in_playout || moves % 2 == 0 ? "" : "..", side_word(s, turn), left);
    return s->prompt;
}

static void offer_if(const char *text, const char *word, line_offer *offer, void *to) {
    if (!strncmp(text, word, strlen(word)))
        offer(to, text);
}

/* The position after the moves of an unfinished line; NULL if they are illegal or memory runs out.
   The caller frees it. */
static zet_position *position_after(const struct session *s, const char *line) {
    zet_position *position = zet_position_copy(recording_position(&s->record), NULL);
    for (size_t at = 0, n; position && ((n = next_move(line, &at)) || line[at]); at += n)
        if (n && zet_position_play(position, (zet_text){line + at, n}, NULL, NULL) != ZET_OK) {
            zet_position_free(position);
            return NULL;
        }
    return position;
}

static void offer_moves(const zet_position *position, const char *word, line_offer *offer,
                        void *to) {
    zet_moves *moves = position ? zet_position_moves(position, NULL) : NULL;
    for (size_t i = 0; moves && i < zet_moves_count(moves); i++)
        offer_if(zet_moves_text(moves, i), word, offer, to);
    zet_moves_free(moves);
}

/* Offers completions after an order; false if the line does not begin with one. */
static bool complete_order(struct session *s, const char *before, const char *word,
                           line_offer *offer, void *to) {
    static const char *const of_sides[] = {"resign", "time", "forfeit", "adjudicate", "clock"};
    before += strspn(before, " ");
    size_t n = strcspn(before, " ");
    bool is_order = false, first = before[n] && !before[n + strspn(before + n, " ")];
    for (size_t i = 0; i < ORDERS; i++)
        is_order |= strlen(orders[i].name) == n && !memcmp(orders[i].name, before, n);
    for (size_t i = 0; first && i < sizeof of_sides / sizeof *of_sides; i++)
        for (unsigned side = 0; is_order && !strncmp(before, of_sides[i], n) && side < 2; side++)
            offer_if(side_word(s, side), word, offer, to);
    if (is_order && first && n == strlen("moves") && !memcmp(before, "moves", n))
        offer_moves(recording_position(&s->record), word, offer, to);
    return is_order;
}

static void complete(void *context, const char *before, const char *word, line_offer *offer,
                     void *to) {
    struct session *s = context;
    char lower[256];
    size_t n = 0;
    for (; word[n] && n + 1 < sizeof lower; n++)
        lower[n] = (char)tolower((unsigned char)word[n]);
    lower[n] = '\0';
    if (s->asked) {
        for (size_t i = 0; s->choices && s->choices[i]; i++)
            offer_if(s->choices[i], lower, offer, to);
        return;
    }
    if (complete_order(s, before, lower, offer, to))
        return;
    zet_position *position = position_after(s, before);
    offer_moves(position, lower, offer, to);
    zet_position_free(position);
    for (size_t i = 0; !*before && *lower && i < ORDERS; i++)
        offer_if(orders[i].name, lower, offer, to);
}

/* Beginning. */

/* Asks a question. The answer stays valid; NULL: the person has left. */
static const char *ask(struct session *s, const char *question, const char *const *choices) {
    const char *line = NULL;
    enum line_end end;
    s->asked = question;
    s->choices = choices;
    while ((end = line_editor_read(&line)) == LINE_BAD)
        puts("the line is too long");
    s->asked = NULL;
    s->choices = NULL;
    if (end != LINE_READ || s->answers == ANSWERS_MAX)
        return NULL;
    while (*line == ' ')
        line++;
    return s->answer[s->answers++] = strdup(line);
}

/* Asks until the answer is in a catalogue; an empty answer selects the first word. */
static bool ask_choice(struct session *s, const char *what, zet_catalogue catalogue, const char *of,
                       const char **to) {
    const char *names[32];
    char question[512];
    catalogue_names(catalogue, of, names, 0, sizeof names / sizeof *names - 1);
    if (*to || !names[0] || !names[1])
        return true;
    int n = snprintf(question, sizeof question, "%s (", what);
    for (size_t i = 0; names[i] && n < (int)sizeof question - 40; i++)
        n += snprintf(question + n, sizeof question - (size_t)n, "%s%s", i ? ", " : "", names[i]);
    snprintf(question + n, sizeof question - (size_t)n, ") [%s]: ", names[0]);
    do {
        if (!(*to = ask(s, question, names)))
            return false;
        if (!**to)
            *to = names[0];
    } while (!is_one_of(*to, names));
    return true;
}

static bool ask_text(struct session *s, const char *question, const char **to) {
    return *to || (*to = ask(s, question, NULL)) != NULL;
}

static bool ask_player(struct session *s, unsigned side) {
    const char *word = zet_side_name(s->options.position.game, side);
    char question[64];
    snprintf(question, sizeof question, "Name of %s: ", word);
    return ask_text(s, question,
                    &s->options.header.value[header_player(s->options.position.game, side)]);
}

/* Asks for values that the options omit. Returns false if the person has left. */
static bool ask_header(struct session *s) {
    struct header_options *h = &s->options.header;
    struct position_options *p = &s->options.position;
    static char today[16];
    time_t now = time(NULL);
    struct tm day;
    if (!p->game || !*p->game)
        if (!ask_choice(s, "Game", ZET_GAMES, NULL, &p->game))
            return false;
    if (!zet_side_name(p->game, 0))
        return position_check(p);
    if (!h->value[HEADER_DATE] && localtime_r(&now, &day) &&
        strftime(today, sizeof today, "%Y-%m-%d", &day))
        h->value[HEADER_DATE] = today;
    return ask_choice(s, "Variant", ZET_VARIANTS, p->game, &p->variant) && ask_player(s, 0) &&
           ask_player(s, 1) && ask_text(s, "Event: ", &h->value[HEADER_EVENT]) &&
           ask_text(s, "Round: ", &h->value[HEADER_ROUND]) &&
           ask_text(s, "Table: ", &h->value[HEADER_TABLE]);
}

/* Chooses the name of a new file: hogga-2026-05-17.yaml, hogga-2026-05-17-2.yaml, ... */
static bool ask_file(struct session *s) {
    static char name[128];
    char question[192];
    const char *date = s->options.header.value[HEADER_DATE];
    for (unsigned n = 1; n < 1000; n++) {
        char number[16] = "";
        if (n > 1)
            snprintf(number, sizeof number, "-%u", n);
        snprintf(name, sizeof name, "%s-%s%s.yaml", s->options.position.game, date ? date : "game",
                 number);
        if (access(name, F_OK))
            break;
    }
    snprintf(question, sizeof question, "File [%s]: ", name);
    const char *answer = ask(s, question, NULL);
    s->record.path = answer && *answer ? answer : name;
    return answer != NULL;
}

/* Starts a new record, with the header from the options and the answers. */
static bool begin(struct session *s, const char *path) {
    const struct position_options *p = &s->options.position;
    const char *clock = s->options.clock;
    if (s->interactive && !ask_header(s))
        return command_error("no record was begun"), false;
    if (clock && !game_clock_set(&s->clock, clock))
        return command_error("--clock %s: write H:MM:SS, MM:SS or minutes, and +SECONDS for what a "
                             "move adds",
                             clock),
               false;
    if (!position_check(p) || !header_check(&s->options.header, p->game))
        return false;
    s->record.path = path;
    if (!recording_begin(&s->record, p, &s->options.header, clock))
        return false;
    if (!path && s->interactive && !ask_file(s))
        return command_error("no record was begun"), false;
    return recording_save(&s->record);
}

/* Continues an existing record, which the options must not contradict. */
static bool resume(struct session *s, const char *path) {
    const struct options *o = &s->options;
    if (!recording_resume(&s->record, path))
        return false;
    const char *game = s->record.name;
    const zet_record *record = recording_record(&s->record);
    if (!record)
        return command_error("out of memory"), false;
    zet_text variant = zet_record_value(record, "variant");
    if (o->position.game && strcmp(o->position.game, game) != 0)
        return command_error("%s: it is a record of %s, not of %s", path, game, o->position.game),
               false;
    if (o->position.variant && (strlen(o->position.variant) != variant.length ||
                                memcmp(o->position.variant, variant.at, variant.length) != 0))
        return command_error("%s: it is a record of another variant", path), false;
    static const char *const fixed[] = {"set", "rule", "position", "clock", NULL};
    const char *given = command_first(s->in, fixed);
    if (given)
        return command_error("%s: the record has been begun, and its header stays as it is: leave "
                             "out --%s",
                             path, given),
               false;
    read_clocks(s);
    if (s->interactive)
        printf("%s continues after %u moves; `set` corrects its header\n", path,
               (unsigned)zet_position_ply(recording_position(&s->record)));
    return true;
}

/* Values of --board: a diagram format or none. By default boards are shown only on a terminal. */
enum { BOARD_AUTO, BOARD_UNICODE, BOARD_ASCII, BOARD_NONE };
static const char *const boards[] = {"auto", "unicode", "ascii", "none", NULL};

/* Recording. */

static void tell_flag(struct session *s) {
    unsigned turn = zet_position_turn(recording_position(&s->record));
    if (!s->clock.running || s->flag_told[turn] || game_clock_left(&s->clock, turn, turn))
        return;
    s->flag_told[turn] = true;
    printf("the time of %s is over: `time` ends the game\n", side_word(s, turn));
}

/* Some lines need the whole record, so the cost of a long script must be bounded. */
static bool has_worked_enough(const struct session *s) {
    return !s->interactive && s->record.work > SCRIPT_WORK_MAX;
}

static enum line_end next_line(struct session *s, const char **line) {
    if (!s->interactive && s->record.unsaved && s->record.path && !line_reader_is_ready())
        save_now(s);
    return line_editor_read(line);
}

static void take_lines(struct session *s) {
    const char *line = NULL;
    enum line_end end = LINE_READ;
    show_board(s);
    if (s->interactive)
        puts("Type a move, or `help`.");
    say_outcome(s);
    if (s->interactive && !recording_is_over(&s->record) && !s->record.in_playout)
        game_clock_start(&s->clock);
    while (!s->left && (s->interactive || !s->out_of_memory) &&
           (end = next_line(s, &line)) < LINE_ENDED && !has_worked_enough(s)) {
        s->line++;
        s->record.work += LINE_WORK;
        char *copy = end == LINE_READ ? strdup(line) : NULL;
        if (copy)
            obey(s, copy);
        else if (end == LINE_BAD)
            refuse(s, NULL, "this is not a line of text");
        else if (end != LINE_STOPPED)
            say_out_of_memory(s);
        free(copy);
        if (s->interactive)
            tell_flag(s);
    }
    if (end < LINE_ENDED && has_worked_enough(s)) {
        command_error("line %zu: the script asks for too much; it is not read from here on",
                      s->line + 1);
        s->unread = true;
    }
    if (!s->left && end == LINE_FAILED) {
        command_error("standard input: %s", strerror(errno));
        s->unread = true;
    }
}

/* Prints final messages. Returns an exit status. */
static int leave(struct session *s) {
    if (!s->record.path) {
        zet_output_clear(s->out);
        if (zet_game_write(s->record.game, s->out, NULL) != ZET_OK)
            return command_error("out of memory");
        zet_text text = zet_output_text(s->out);
        fwrite(text.at, 1, text.length, stdout);
    }
    if (s->record.path && s->record.unsaved)
        save_now(s);
    if (s->record.path && s->record.unsaved)
        return STATUS_ERROR;
    if (s->interactive) {
        char safe[SAFE_BYTES];
        zet_text_copy_safe(zet_text_of(s->record.path), safe, sizeof safe);
        printf("saved in %s\n", safe);
    }
    return s->interactive                  ? STATUS_OK
           : s->out_of_memory || s->unread ? STATUS_ERROR
           : s->refused                    ? STATUS_INVALID
                                           : STATUS_OK;
}

static int run_session(struct session *s, const char *path) {
    const struct line_user user = {s, prompt, complete};
    int status = STATUS_ERROR;
    s->interactive = line_editor_is_terminal();
    s->out = zet_output_new(NULL, NULL);
    if (!s->out)
        return command_error("out of memory");
    struct stat st;
    unsigned board = s->options.board;
    if (board != BOARD_AUTO)
        s->board = board == BOARD_NONE ? NULL : boards[board];
    else if (s->interactive)
        s->board = command_board_format();
    if (!line_editor_open(&user))
        return STATUS_ERROR;
    bool begun = path && lstat(path, &st) == 0 ? resume(s, path) : begin(s, path);
    if (begun) {
        take_lines(s);
        status = leave(s);
    }
    line_editor_close();
    return status;
}

static int run(struct invocation *in) {
    const struct options *o = in->options;
    struct session s = {.in = in, .options = *o};
    if (in->argument_count > 1)
        return command_error("unexpected argument `%s`", in->arguments[1]);
    if (in->argument_count && !*in->arguments[0])
        return command_error("the name is empty");
    if (in->argument_count && compression_of_name(in->arguments[0], NULL) != COMPRESSION_NONE)
        return command_error("%s: a record in the making is not compressed", in->arguments[0]);
    int status = run_session(&s, in->argument_count ? in->arguments[0] : NULL);
    recording_free(&s.record);
    zet_output_free(s.out);
    free(s.path);
    while (s.answers)
        free(s.answer[--s.answers]);
    return command_finish(status);
}

static const zet_option options[] = {
    POSITION_OPTION_ROWS(struct options, position),
    HEADER_OPTION_ROW(struct options, header),
    {"clock", "TIME[+SECONDS]",
     "the time of each side, as H:MM:SS, MM:SS or minutes, and what each move adds",
     "zet record --game hogga --clock 30+10 </dev/null", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, clock)},
    {"board", "KIND",
     "how the board is shown: auto (the default: on a terminal), unicode, ascii or none",
     "zet record --game hogga --board ascii </dev/null", ZET_OPTION_WORD,
     .offset = offsetof(struct options, board), .words = boards},
    {0}};

const struct command command_record = {
    .name = "record",
    .writes = true,
    .about = "take down a game at the table, move by move",
    .arguments = "[FILE]",
    .examples = "  printf \"b10-b9 k4-k5\\n\" | zet record --game hogga --set black=\"A. Player\"\n"
                "  printf \"d4 e5\\n\" | zet record --game akron --board ascii\n",
    .help =
        "Take down a game move by move. An illegal move is refused with its reason; a legal move\n"
        "is saved in FILE at once, in canonical form, so that a crash loses nothing. An existing\n"
        "FILE is continued if it holds one valid record that is not finished. Options cannot\n"
        "change its header, and --game and --variant must agree with it. On a terminal, zet asks\n"
        "for the keys that no option gives, and Tab completes moves. Otherwise moves are read\n"
        "from standard input, and FILE is saved before zet waits for more; without FILE the "
        "record\n"
        "goes to standard output.\n"
        "\n"
        "A line holds moves, or one of these:\n" ORDER_LINES,
    .help_end =
        "exit status: 0 the record is saved, 1 some line of standard input was refused (not on a\n"
        "terminal), 2 wrong usage, or a file that could not be read or written.\n",
    .options = options,
    .options_size = sizeof(struct options),
    .run = run,
};
