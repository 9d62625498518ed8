/* zet.h: reads, checks, converts, draws and counts game records of Hogga, Halma, Akron and HusBao.
 *
 * This is the whole interface of libzet. It compiles as C11 and as C++17.
 *
 * Objects. Types are opaque; an object is made by a function that ends in `_new` and freed by one
 *   that ends in `_free`, which takes NULL too. A `_new` function returns NULL if it fails; the
 *   reason is in the zet_error it was given.
 * Memory. Texts and structures that a function returns belong to the library. Each declaration says
 *   how long they live; where it says nothing they are static. What a caller passes in must live
 *   for the call only, unless the declaration says otherwise.
 * Errors. Nothing prints, exits or aborts. A function that can fail returns a zet_status and takes
 *   a zet_error, which may be NULL. Faults of a record are no failure of a function: they are
 *   findings, and a record with any finding of severity error is not valid.
 * Text is UTF-8 and is not terminated unless it is a `const char *`. Offsets and lengths are bytes,
 *   lines and columns count from 1, columns count characters.
 * Threads. There is no global state. Different objects may be used in different threads at the same
 *   time, one object in one thread at a time. Objects that a declaration calls shared may be used
 *   by many threads at once.
 * Locale and environment are never looked at.
 *
 * Names in brackets such as [H7] are rulings of docs/spec/RULES.md. */
#ifndef ZET_H
#define ZET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define ZET_API __attribute__((visibility("default")))
#else
#define ZET_API
#endif

/* The version of this header. Before 1.0 a new minor version may change the interface. */
#define ZET_VERSION_MAJOR 1
#define ZET_VERSION_MINOR 0
#define ZET_VERSION_PATCH 0
#define ZET_VERSION_STRING_(a, b, c) #a "." #b "." #c
#define ZET_VERSION_STRING(a, b, c) ZET_VERSION_STRING_(a, b, c)
#define ZET_VERSION ZET_VERSION_STRING(ZET_VERSION_MAJOR, ZET_VERSION_MINOR, ZET_VERSION_PATCH)

/* The version of the library that runs: "1.0.0". */
ZET_API const char *zet_version(void);

/* Text, errors, input and output. */

typedef struct zet_text {
    const char *at; /* may be NULL if length is 0 */
    size_t length;  /* bytes */
} zet_text;

/* The text of a terminated string, which must outlive it; of NULL the empty text. */
ZET_API zet_text zet_text_of(const char *terminated);

typedef enum zet_status {
    ZET_OK,
    ZET_END,     /* there is no more; not an error */
    ZET_REFUSED, /* what the caller asked for is not possible; the message says why */
    ZET_OUT_OF_MEMORY,
    ZET_READ_FAILED,  /* the caller's read function failed */
    ZET_WRITE_FAILED, /* the caller's write function failed */
    ZET_STOPPED       /* the caller's progress or stop function asked to stop */
} zet_status;

/* Why a function failed; a function that does not fail leaves it as it is. The message is
   terminated, one line, without a line end. */
typedef struct zet_error {
    zet_status status;
    char message[500];
} zet_error;

/* Reads at most `size` > 0 bytes to `to`. Returns how many, 0 at the end, -1 on failure. */
typedef long zet_read_function(void *context, char *to, size_t size);

/* Writes all `size` bytes. False on failure. */
typedef bool zet_write_function(void *context, const char *bytes, size_t size);

/* Asked again and again, by each thread of a work that can be long. True asks to end it. */
typedef bool zet_stop_function(void *context);

/* Where functions write to. Without a write function it keeps everything in memory. With one it
   hands over what was gathered whenever that is more than 64 KiB, and in zet_output_flush. Once
   writing failed or memory ran out nothing more is added. */
typedef struct zet_output zet_output;

ZET_API zet_output *zet_output_new(zet_write_function *write, void *context);
ZET_API void zet_output_free(zet_output *output); /* does not flush */

/* What is in memory; valid until the output is used again. */
ZET_API zet_text zet_output_text(const zet_output *output);

/* Forgets what is in memory, and that anything failed. */
ZET_API void zet_output_clear(zet_output *output);

/* ZET_OK, or what has gone wrong since the last zet_output_clear. */
ZET_API zet_status zet_output_flush(zet_output *output);

/* Appends text; also what a `zet_write_function` is, with the output as its context. */
ZET_API void zet_output_write(zet_output *output, zet_text text);

/* Appends text from outside with everything replaced that could steer a terminal or turn the order
   of the text around it. */
ZET_API void zet_output_write_safe(zet_output *output, zet_text text);

/* Copies to `to` as much of the text as `size` > 0 bytes hold, made safe in the same way, and
   terminates it. */
ZET_API void zet_text_copy_safe(zet_text text, char *to, size_t size);

/* Catalogues: what there is, by name. */

typedef enum zet_catalogue {
    ZET_GAMES,
    ZET_VARIANTS,     /* of a game */
    ZET_RULE_OPTIONS, /* of a game: the keys of a record's `rules` */
    ZET_RECORD_KEYS,  /* of a record */
    ZET_FINDING_CODES,
    ZET_REASONS, /* of the finding code `illegal-move` */
    ZET_FORMATS, /* of records */
    ZET_DIAGRAM_FORMATS,
    ZET_DIAGRAM_OPTIONS,
    ZET_THEMES, /* of diagrams */
    ZET_TASKS,
    ZET_TASK_OPTIONS, /* of a task */
    ZET_TERMINATIONS, /* values of the record's key `termination` */
    ZET_LIBRARIES,    /* that zet was built with, and the compiler; about: the version */
    ZET_SETTINGS      /* keys of settings */
} zet_catalogue;

/* The entry of that number, from 0, in the catalogue's order; `of` names the game or the task where
   the catalogue is one of several, else it is NULL. NULL past the end. */
ZET_API const char *zet_catalogue_name(zet_catalogue catalogue, const char *of, size_t index);

/* A line about the entry: a sentence or a phrase. Empty where there is nothing to say. */
ZET_API const char *zet_catalogue_about(zet_catalogue catalogue, const char *of, size_t index);

/* What the value of the entry is called, such as `FILE`; NULL for an option that is on or off, and
   for what has no value. Of a diagram format: the unit of its width. */
ZET_API const char *zet_catalogue_argument(zet_catalogue catalogue, const char *of, size_t index);

/* How an option's value is read. */
typedef enum zet_option_kind {
    ZET_OPTION_FLAG,    /* to a bool; it has no argument */
    ZET_OPTION_TEXT,    /* to a const char *: the value itself, not a copy */
    ZET_OPTION_WORD,    /* to an unsigned: the number of the word */
    ZET_OPTION_NUMBER,  /* to a uint32_t from `least` to `most` */
    ZET_OPTION_LARGE,   /* to a uint64_t likewise */
    ZET_OPTION_DECIMAL, /* to a double above 0, up to `most` */
    ZET_OPTION_OWN      /* by `read` */
} zet_option_kind;

/* An option: the source of parsing, of help, of completion and of errors. */
typedef struct zet_option {
    const char *name;     /* NULL: the end of an array of options */
    const char *argument; /* what its value is called; NULL: it is on or off */
    const char *about;    /* a phrase */
    const char *example;  /* the arguments of a command that uses it */
    zet_option_kind kind;
    size_t offset; /* of the value in what it is set in */
    uint64_t least, most;
    const char *const *words; /* that the value or parts of it can be; end with NULL */
    const char *(*word)(
        size_t index); /* without `words`: the one of that number, NULL past the end */
    bool (*read)(const struct zet_option *option, void *values, const char *value,
                 zet_error *error); /* false: *error has a message */
    char letter;                    /* or 0 */
} zet_option;

/* The option of that number in ZET_DIAGRAM_OPTIONS, ZET_TASK_OPTIONS or ZET_SETTINGS; NULL past the
   end, and in other catalogues. */
ZET_API const zet_option *zet_catalogue_option(zet_catalogue catalogue, const char *of,
                                               size_t index);

/* A word that the value of the option can be, or a part of it where that is a list: the one of that
   number, from 0. NULL past the end, and where it can be any text. */
ZET_API const char *zet_option_word(const zet_option *option, size_t index);

/* Reads a list of words of the option, with commas, each at most once: their numbers, for which the
   caller has room. */
ZET_API zet_status zet_option_words(const zet_option *option, const char *value, unsigned *words,
                                    size_t *count, zet_error *error);

/* Sets an option in `values`, the structure that its offset is in. `value` may be NULL for a flag.
   The message begins with the option's name. */
ZET_API zet_status zet_option_set(const zet_option *option, void *values, const char *value,
                                  zet_error *error);

/* What a finding means. */
typedef struct zet_explanation {
    const char *severity_name;    /* without strictness */
    const char *sentence;         /* what it says */
    const char *meaning, *remedy; /* sentences: what it means, and what to do about it */
    const char *example;   /* a text in which there are findings of this kind and no others */
    const char *from, *to; /* formats: converting the example finds them; NULL: judging it does */
} zet_explanation;

/* Explains a code of ZET_FINDING_CODES; with a reason of ZET_REASONS, else NULL, that reason of the
   code `illegal-move`. There is an explanation of each. False if there is no such code or
   reason. */
ZET_API bool zet_explain(const char *code, const char *reason, zet_explanation *out);

/* Appends the address of the page on the website of the documents that explains the same. */
ZET_API void zet_explain_address(const char *code, const char *reason, zet_output *out);

/* The one of `words` (ends with NULL) that a misspelled word most likely stands for; NULL if none
   is near enough. */
ZET_API const char *zet_nearest_of(zet_text word, const char *const *words);

/* The name of a side in results and players: "black" and "white", "a" and "b". Side 0 is the first
   one in a record, not the side that moves first. NULL: no such game. */
ZET_API const char *zet_side_name(const char *game, unsigned side);

/* Settings: the content of a file `zet.yaml` beside records, for readers and tasks that use it. A
   game or a variant applies to records without one, each with a `style` finding; the
   other keys (ZET_SETTINGS) are for the caller and for tasks that have such an option. Shared. */
typedef struct zet_settings zet_settings;

/* Reads settings from text in YAML. `name` is used in messages. ZET_REFUSED if it is not such a
   text; the message begins with its place. */
ZET_API zet_settings *zet_settings_new(const char *name, zet_text text, zet_error *error);
ZET_API void zet_settings_free(zet_settings *settings);

/* The value of a key; NULL if it is not given. It lives as long as the settings. */
ZET_API const char *zet_settings_value(const zet_settings *settings, const char *key);

/* What a file is that begins with `head`, where it has no records: *kind is "names"
   (docs/reference/names.md) or "tournament" (docs/reference/tournaments.md), else NULL. */
ZET_API zet_status zet_side_file_kind(zet_text head, const char **kind, zet_error *error);

/* Playing: positions and moves. */

/* A game with its variant and its options. Shared: positions of one zet_rules may be used in
   different threads. */
typedef struct zet_rules zet_rules;

/* `variant` may be NULL if the game has none or has a default. `options` are "KEY=VALUE", and
   end with NULL; NULL: none. */
ZET_API zet_rules *zet_rules_new(const char *game, const char *variant, const char *const *options,
                                 zet_error *error);
ZET_API void zet_rules_free(zet_rules *rules);
ZET_API const char *zet_rules_game(const zet_rules *rules);    /* its name */
ZET_API const char *zet_rules_variant(const zet_rules *rules); /* NULL: the game has none */

/* The value that an option has, given or not: a word or a number. NULL: no such option. It lives as
   long as the rules. */
ZET_API const char *zet_rules_option(const zet_rules *rules, const char *option);

/* Game, variant, and in byte order the options that differ from those that the variant has by
   itself, with blanks between them: `hogga`, `halma 8x8 evacuation=0`. Rules that play alike have
   the same text. It lives as long as the rules. */
ZET_API const char *zet_rules_text(const zet_rules *rules);

/* The shape of a board. A cell is a number, level * 256 + rank * 16 + file, each from 0: `a1` is 0,
   akron's `2d4` is 0x133. Each level has a file and a rank less than the one below. */
typedef uint16_t zet_cell;
#define ZET_CELLS_MAX 4096 /* cells are below it */
#define ZET_NO_CELL 0xFFFF

typedef struct zet_board {
    unsigned files, ranks, levels;
    bool counts; /* cells are pits that hold any number of stones; else they hold a piece */
} zet_board;

ZET_API zet_board zet_rules_board(const zet_rules *rules);
ZET_API bool zet_rules_has_cell(const zet_rules *rules, zet_cell cell);

/* The cell of that name; ZET_NO_CELL if the board has none. */
ZET_API zet_cell zet_rules_cell(const zet_rules *rules, zet_text name);

/* Writes a cell's name to `name`, terminated, and returns it; "" for what is no cell. */
#define ZET_CELL_NAME_SIZE 8
ZET_API const char *zet_cell_name(zet_cell cell, char name[ZET_CELL_NAME_SIZE]);

/* Where the next stone of a sowing goes after that pit, with the clock ('+') or against it ('-').
   ZET_NO_CELL if nothing is sown. */
ZET_API zet_cell zet_rules_next_pit(const zet_rules *rules, zet_cell pit, char direction);

/* A position of a game, with the moves that led to it so that they can be undone. */
typedef struct zet_position zet_position;

typedef enum zet_result { ZET_OPEN, ZET_WIN_0, ZET_WIN_1, ZET_DRAW } zet_result;

typedef struct zet_outcome {
    zet_result result;
    const char *reason; /* "goal", "no-moves", ...; NULL while the game is open */
} zet_outcome;

/* The position that `text` describes, or the start position where text.at is NULL [C4]. The rules
   must outlive it. */
ZET_API zet_position *zet_position_new(zet_rules *rules, zet_text text, zet_error *error);
ZET_API void zet_position_free(zet_position *position);

/* An independent copy with its moves. NULL if memory runs out. */
ZET_API zet_position *zet_position_copy(const zet_position *position, zet_error *error);

/* Plays one move as a person may write it; stones given [B10] count as part of the move that
   follows. ZET_REFUSED if it cannot be read, is illegal or the game has ended: nothing is
   changed, and *reason (where reason is not NULL) is the reason code of an illegal move, else
   NULL. */
ZET_API zet_status zet_position_play(zet_position *position, zet_text move, const char **reason,
                                     zet_error *error);

/* A move. What it points to lives as long as the declaration that gives it says. */
typedef enum zet_move_kind {
    ZET_WALK,     /* hogga, halma: a step, or a chain of hops */
    ZET_PLACE,    /* akron: a new stone */
    ZET_RELOCATE, /* akron */
    ZET_SOW,      /* husbao */
    ZET_SWAP,     /* akron: the players' colors are exchanged */
    ZET_PASS,
    ZET_SKIP, /* husbao: the turn is lost as a penalty */
    ZET_GIVE  /* husbao: stones given before the turn's move; not a turn of its own */
} zet_move_kind;

typedef struct zet_move {
    zet_move_kind kind;
    unsigned side;        /* who makes it */
    zet_text text;        /* in canonical form, with the stones given before it; terminated */
    zet_cell from, to;    /* ZET_NO_CELL if none exists: a placement has no `from` */
    const zet_cell *path; /* the cells that the piece is on, in order; a sowing's pit */
    size_t path_count;
    const zet_cell *falls; /* akron: the cells that falling stones leave, lowest first: the first */
    size_t fall_count;     /* falls into the cell that the moved stone left, and so on */
    uint32_t captured;     /* stones, in the whole move */
    char direction;        /* of a sowing: '+' or '-'; else 0 */
    uint32_t cut;          /* of a sowing: the stages after which a penalty ended it; 0: none did */
} zet_move;

/* Plays a move of which kind, path, direction and cut are given, and nothing else is looked at; a
   walk or a relocation with an empty path goes from `from` to `to`, a walk by any way. What is
   given may belong to the position. Stones are given as text only. Otherwise as
   zet_position_play. */
ZET_API zet_status zet_position_play_move(zet_position *position, const zet_move *move,
                                          const char **reason, zet_error *error);

/* The moves played, from 0. False past the end. Valid until the next call that plays or takes back
   a move. */
ZET_API bool zet_position_move(const zet_position *position, size_t index, zet_move *out);

/* What happens in a move, in order. */
typedef enum zet_event_kind {
    ZET_EVENT_PLACE,   /* a new piece comes to `to` */
    ZET_EVENT_GO,      /* a piece goes from `from` to `to`: a step, one hop, a relocation */
    ZET_EVENT_FALL,    /* a stone falls from `from` to `to` */
    ZET_EVENT_SOW,     /* all `count` stones of the pit `from` are sown, the last one into `to` */
    ZET_EVENT_CAPTURE, /* all `count` stones of the pit `from` are captured and join `to` */
    ZET_EVENT_TAKE,    /* `count` stones of the pit `from` are given away */
    ZET_EVENT_GIVE     /* `count` stones are given into the pit `to` */
} zet_event_kind;

typedef struct zet_event {
    zet_event_kind kind;
    zet_cell from, to; /* ZET_NO_CELL if none exists */
    uint32_t count;    /* of pieces 1 */
} zet_event;

/* False ends it. */
typedef bool zet_event_function(void *context, const zet_event *event);

/* Calls `event` with what happens when the move is played, which is given as for
   zet_position_play_move. ZET_REFUSED if it is not legal. */
ZET_API zet_status zet_position_trace(const zet_position *position, const zet_move *move,
                                      zet_event_function *event, void *context, zet_error *error);

/* Takes the last move back; if it won the game, the playout with it. False if none exists. */
ZET_API bool zet_position_undo(zet_position *position);

/* Begins the playout of a game that has been won [H13]: the loser alone is to move from here on,
   and the outcome is open until they are home; then it is again that of the game. Nothing is
   counted from such a position (perft, divide). ZET_REFUSED if the game has no
   playout, or has not been won by its rules. */
ZET_API zet_status zet_position_begin_playout(zet_position *position, zet_error *error);

ZET_API size_t zet_position_ply(const zet_position *position);    /* moves played */
ZET_API unsigned zet_position_turn(const zet_position *position); /* the side to move: 0 or 1 */
ZET_API zet_outcome zet_position_outcome(const zet_position *position);

ZET_API const zet_rules *zet_position_rules(const zet_position *position);

/* What is on a cell. */
typedef enum zet_piece { ZET_NOTHING, ZET_MAN, ZET_HOGGA, ZET_STONES } zet_piece;

typedef struct zet_content {
    zet_cell cell;
    zet_piece piece;
    unsigned side;  /* whose piece or pit it is; of an empty cell 0 */
    uint32_t count; /* stones in a pit; else 1, of an empty cell 0 */

    /* Akron: the levels of the pile that rests on the stone, itself included; else as count, at
       most 1. */
    unsigned height;
} zet_content;

/* Of a cell that the board does not have: nothing. */
ZET_API zet_content zet_position_at(const zet_position *position, zet_cell cell);

/* The cells that something is on, ascending; writes the first `most` of them. Returns how many
   there are. */
ZET_API size_t zet_position_contents(const zet_position *position, zet_content *out, size_t most);

/* Whether the rules play alike and arrangement and player to move are the same, which is whether
   zet_rules_text and zet_position_text are. How it was reached is no part of a position: how often
   it occurred [H12], how many moves were made [M7], and that a playout has begun [H13]. */
ZET_API bool zet_position_equals(const zet_position *position, const zet_position *other);

/* The key of a position: the same for equal positions, and for others by chance only. It is the
   same in every version of this library and on every machine, so that it may be stored:

       mix(x):   x += 0x9e3779b97f4a7c15; x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
                 x = (x ^ x >> 27) * 0x94d049bb133111eb; x ^ x >> 31      (modulo 2^64)
       key:      the exclusive-or of the key of the rules; of mix(content << 32 | cell) for every
                 cell that is not empty; and of 0x5851f42d4c957f2d where side 1 is to move
       content:  side 0's man 1, side 1's man 2, side 0's Hogga 3, side 1's Hogga 4; of a pit its
                 number of stones
       of rules: k = 0; for each byte of zet_rules_text: k = mix(k ^ byte)                        */
ZET_API uint64_t zet_position_key(const zet_position *position);
ZET_API uint64_t zet_rules_key(const zet_rules *rules);

/* The images of a position under the symmetries of its rules, by number from 0, as positions of the
   same rules; NULL past the last one, or with *error. *exchanged: Black's pieces are White's in it,
   and his wins too. Hogga has one, Halma three, Akron seven, or three with a swap; HusBao has none
   here. */
ZET_API zet_position *zet_position_image(const zet_position *position, size_t index,
                                         bool *exchanged, zet_error *error);

/* Appends the move that a move of that image is in the position itself. */
ZET_API zet_status zet_position_image_move(const zet_position *position, size_t index,
                                           zet_text move, zet_output *out, zet_error *error);

/* The position as text, and the last move in canonical form (empty if none exists); each valid
   until the next call with this position. */
ZET_API zet_text zet_position_text(zet_position *position);
ZET_API zet_text zet_position_last_move(zet_position *position);

/* The board for people: lines of ASCII, indented by that many columns. */
ZET_API void zet_position_board(const zet_position *position, unsigned indent, zet_output *out);

/* The legal moves in canonical form, in byte order; none where the game has ended. */
typedef struct zet_moves zet_moves;

ZET_API zet_moves *zet_position_moves(const zet_position *position, zet_error *error);
ZET_API void zet_moves_free(zet_moves *moves);
ZET_API size_t zet_moves_count(const zet_moves *moves);
ZET_API const char *zet_moves_text(const zet_moves *moves, size_t index); /* NULL past the end */

/* The move of that number. False past the end. Valid as long as the list. */
ZET_API bool zet_moves_at(const zet_moves *moves, size_t index, zet_move *out);

/* The legal moves that an illegal one may have been meant for, the nearest first; at most `most`
   of them. */
ZET_API zet_moves *zet_position_suggest(const zet_position *position, zet_text move, size_t most,
                                        zet_error *error);

/* The number of move sequences of `depth` plies, counted by at most `threads` threads. A game that
   ends earlier adds nothing. Without a stop function (NULL) it counts to the end; one that asks to
   stop gives ZET_STOPPED. ZET_REFUSED if the depth is over ZET_PERFT_DEPTH_MAX. */
#define ZET_PERFT_DEPTH_MAX 1000
ZET_API zet_status zet_position_perft(const zet_position *position, unsigned depth,
                                      unsigned threads, zet_stop_function *stop, void *context,
                                      uint64_t *count, zet_error *error);

/* The same for each legal move, in the byte order of their canonical texts: calls `branch` with the
   number of sequences that begin with it. Both functions are given the context. Requires
   depth > 0. */
typedef void zet_branch_function(void *context, const char *move, uint64_t count);
ZET_API zet_status zet_position_divide(const zet_position *position, unsigned depth,
                                       unsigned threads, zet_stop_function *stop,
                                       zet_branch_function *branch, void *context,
                                       zet_error *error);

/* Hogga's playout [H13]: how few moves bring the loser home, who moves alone. */

typedef struct zet_solve_limits {
    uint64_t nodes; /* positions that are looked at, at most; 0: any number */
    uint64_t seed;  /* of the choice among equals */
    size_t memory;  /* bytes; 0: 64 MiB */

    /* Asked every some hundred nodes; what was found so far is the result. NULL: never. One of the
       two should be given: a position without a line home need not be known as such. */
    zet_stop_function *stop;
    void *context;
} zet_solve_limits;

typedef struct zet_solution {
    uint32_t low;  /* no line is shorter: proved */
    uint32_t high; /* moves of the line that was found; UINT32_MAX: none was */
    bool exact;    /* low == high */
    bool never;    /* proved: there is no line at all */
    uint64_t nodes;
} zet_solution;

/* Looks for the shortest line home of the side `loser` from a position. The line that was found is
   appended to `line` (where that is not NULL) in canonical form, a move a line. A longer search
   never gives worse bounds. ZET_REFUSED if the game has no playout. */
ZET_API zet_status zet_playout_solve(const zet_position *position, unsigned loser,
                                     const zet_solve_limits *limits, zet_solution *solution,
                                     zet_output *line, zet_error *error);

/* Records. */

typedef enum zet_severity { ZET_NOTE, ZET_WARNING, ZET_ERROR } zet_severity;

/* A finding: what is wrong with a record, and where. Valid until the next record is read. */
typedef struct zet_finding {
    zet_severity severity;
    const char *severity_name; /* "note", "warning", "error" */
    const char *code;          /* of ZET_FINDING_CODES */
    const char *reason;        /* of ZET_REASONS; NULL unless the code is `illegal-move` */
    const char *part;          /* "moves", "variation", "playout", "header", "stream" */
    size_t line, column;
    uint64_t offset;  /* of the place in the stream */
    uint32_t ply;     /* from 1; 0 if it does not apply */
    zet_text move;    /* as written; empty where it does not apply */
    zet_text message; /* a sentence; empty if memory runs out */

    /* Where it ends: the first byte that is not part of it, which may be on another line. */
    uint64_t end_offset;
    size_t end_line, end_column;
} zet_finding;

/* What one thread needs to read records, one after the other, of one stream after the other. */
typedef struct zet_reader zet_reader;

/* A record that was read and judged. It belongs to its reader and is valid until the next call with
   the reader. */
typedef struct zet_record zet_record;

ZET_API zet_reader *zet_reader_new(zet_error *error);
ZET_API void zet_reader_free(zet_reader *reader);

/* Whatever strays from the canonical notation is an error. */
ZET_API void zet_reader_set_strict(zet_reader *reader, bool strict);

/* Findings that are less severe are omitted of the reports; in text they are counted. ZET_NOTE is
   the default. */
ZET_API void zet_reader_set_level(zet_reader *reader, zet_severity level);

/* The settings from the next record on, which must outlive their use; NULL (the default): none. */
ZET_API void zet_reader_set_settings(zet_reader *reader, const zet_settings *settings);

/* Begins a stream of YAML documents. `name` is used in reports and is copied. */
ZET_API zet_status zet_reader_open(zet_reader *reader, const char *name, zet_read_function *read,
                                   void *context, zet_error *error);

/* The same of text in memory, which must outlive the stream. */
ZET_API zet_status zet_reader_open_text(zet_reader *reader, const char *name, zet_text text,
                                        zet_error *error);

/* The next record in *record: ZET_OK, or ZET_END after the last one, or a failure. A stream without
   any record gives one record that says so. */
ZET_API zet_status zet_reader_next(zet_reader *reader, const zet_record **record, zet_error *error);

ZET_API size_t zet_record_number(const zet_record *record);   /* in its stream, from 1 */
ZET_API size_t zet_record_line(const zet_record *record);     /* of its start */
ZET_API uint64_t zet_record_offset(const zet_record *record); /* of its document in the stream */

/* Whether its document has no marker `---` though it comes after a `...`; and whether it has more
   than 1 MiB, so that zet_record_document has its first bytes only. */
ZET_API bool zet_record_is_unmarked(const zet_record *record);
ZET_API bool zet_record_is_too_long(const zet_record *record);

/* Whether its document is not a record that can be read. */
ZET_API bool zet_record_is_broken(const zet_record *record);

/* Where the documents end that zet_reader_next has just passed over, because they were but the rest
   of a broken record; 0: there was none. */
ZET_API uint64_t zet_reader_rest_end(const zet_reader *reader);

ZET_API bool zet_record_is_valid(const zet_record *record);
ZET_API const char *zet_record_game(const zet_record *record);    /* NULL if it is not known */
ZET_API const char *zet_record_variant(const zet_record *record); /* NULL: likewise, or none */
ZET_API uint32_t zet_record_plies(const zet_record *record);      /* main-line moves replayed */
ZET_API zet_outcome zet_record_outcome(const zet_record *record);
ZET_API int64_t zet_record_points(const zet_record *record); /* -1: none, or not known */

/* How the game ended: as the rules say where they end it (then zet_record_outcome says so too),
   else as the record says; open where neither does. *ending (where ending is not NULL) is the
   rules' reason, else the record's termination, else `unknown`. */
ZET_API zet_result zet_record_result(const zet_record *record, zet_text *ending);

/* After the last move replayed; empty where it is not known. */
ZET_API zet_text zet_record_position(const zet_record *record);

/* Where a repetition ended the game [H12]: after which plies of the main line the position
   occurred, ascending, 0 being the start; of many the first 16. False past the end. */
ZET_API bool zet_record_repetition(const zet_record *record, size_t index, uint32_t *ply);

/* The text of a key of the record, which may begin with `x-`; of `players` the name of that side.
   Empty where it is not given. */
ZET_API zet_text zet_record_value(const zet_record *record, const char *key);

/* Whether the record has the key, whatever its value is. A document without `game` that no setting
   gives a game is not a record but other YAML. */
ZET_API bool zet_record_has(const zet_record *record, const char *key);
ZET_API zet_text zet_record_player(const zet_record *record, unsigned side);

/* The players of a record by number from 0, also those that are of no side of its game, and of a
   record that is not valid. False past the end. */
typedef struct zet_player {
    zet_text side, name, id; /* side: the key */
} zet_player;
ZET_API bool zet_record_player_at(const zet_record *record, size_t index, zet_player *out);

/* The text of a key of a player who is given as a mapping: "id", "rating", "club". Empty where it
   is not given. */
ZET_API zet_text zet_record_player_value(const zet_record *record, unsigned side, const char *key);

/* A name as far as its spelling does not matter: the words in small letters without accents, in
   byte order, a blank between them. */
ZET_API zet_status zet_fold_name(zet_text name, zet_output *out, zet_error *error);

/* The rules that a record is judged by: its game, variant and options. They outlive the record, and
   zet_rules_free frees them. NULL if the record does not say them, or if memory runs out. */
ZET_API zet_rules *zet_record_rules(const zet_record *record, zet_error *error);

/* The bytes of the record's document. */
ZET_API zet_text zet_record_document(const zet_record *record);

ZET_API size_t zet_record_finding_count(const zet_record *record);

/* The finding of that number, from 0, in the order of their places. False past the end. */
ZET_API bool zet_record_finding(const zet_record *record, size_t index, zet_finding *out);

/* The record's report: for people, with colours of a terminal if asked for, or as one JSON object
   and a line end (REPORT.md). */
ZET_API void zet_record_report_text(const zet_record *record, bool color, zet_output *out);
ZET_API void zet_record_report_json(const zet_record *record, zet_output *out);

/* The moves of a record one by one with their positions: main line, variations and playout in the
   order of the text. */
typedef struct zet_walk zet_walk;

typedef struct zet_ply {
    uint32_t ply;    /* of its line, from 1; of a playout its number there */
    uint32_t number; /* the move number in canonical text */
    unsigned depth;  /* of variations; 0: the main line or the playout */
    bool playout;
    bool gift;        /* stones given [B10], which are part of the move that follows them */
    unsigned side;    /* who moved */
    zet_text written; /* as it is in the record */
    zet_text move;    /* in canonical form */
    zet_text glyphs;
    zet_text comments;   /* that follow it, with their braces, as they are in the record */
    zet_outcome outcome; /* after it; open in a playout */
    uint64_t offset;     /* of the move in the stream */
} zet_ply;

/* Asks the reader to keep the moves of the records that it reads from now on. False: not, and those
   that it has kept are forgotten. */
ZET_API void zet_reader_keep_moves(zet_reader *reader, bool keep);

/* NULL if memory runs out; ZET_REFUSED if the moves were not kept, or the record has no
   position: its rules are not known, or the position cannot be read. Valid as long as the record.
 */
ZET_API zet_walk *zet_walk_new(const zet_record *record, zet_error *error);
ZET_API void zet_walk_free(zet_walk *walk);

/* The next move that was played. False at the end. The texts are valid until the next call. */
ZET_API bool zet_walk_next(zet_walk *walk, zet_ply *out);

/* Moves to the last move before the end of the text of the moves, where more moves would be added:
   in a variation that is not closed, its last one. False if no move can follow it. */
ZET_API bool zet_walk_to_end(zet_walk *walk);

/* After the move that zet_walk_next gave last; before its first call, at the start: the position as
   text, valid until the next call with this walk, and its key (zet_position_key). */
ZET_API zet_text zet_walk_position(zet_walk *walk);
ZET_API uint64_t zet_walk_key(const zet_walk *walk);

/* The move that zet_walk_next gave last, without the stones given before it, which are a move of
   their own here; and what happened in it. False before the first one. Valid until the next
   zet_walk_next. */
ZET_API bool zet_walk_move(const zet_walk *walk, zet_move *out);
ZET_API bool zet_walk_trace(const zet_walk *walk, zet_event_function *event, void *context);

/* The effects of a game's moves that statistics count, by number from 0. False past the end. */
typedef struct zet_measure {
    const char *name;    /* for machines: "hops" */
    const char *words;   /* "stones captured": in means, "2.00 stones captured a move" */
    bool a_game, a_move; /* whether the means of games and of moves have a meaning */
    const char *longest; /* the word for the move with the most of it: "chain"; or NULL */
    const char *unit;    /* of the longest one: "hop"; with an s of more than one */
} zet_measure;
ZET_API bool zet_measure_at(const char *game, size_t index, zet_measure *out);

/* How much of it the move that zet_walk_next gave last did. False if there is no such move or
   measure, or this kind of move cannot do it, so that the mean of moves omits it. */
ZET_API bool zet_walk_measure(const zet_walk *walk, size_t index, uint32_t *amount);

/* What a reader gathers of main lines while it replays them, from the next record on, which is
   faster than a walk. What was not gathered is not there. */
#define ZET_GATHER_STEPS 1U    /* zet_record_step */
#define ZET_GATHER_MEASURES 2U /* zet_record_amount, zet_record_level */
#define ZET_GATHER_PARTS 4U    /* zet_record_part */
ZET_API void zet_reader_gather(zet_reader *reader, unsigned what);

/* The positions of a main line, by number from 0, the start, and the move from there. `line` is the
   key of the moves up to there: the same where rules, start position and moves are the same. Two
   ways between the same two cells are the same move, annotations are no part of it, and stones
   given are. Stored as zet_position_key may be. With mix as there:

       key:  k = the key of the start position; for each move and each word of it: k = mix(k ^ word)
       word: of a move from << 48 | to << 32; of a sowing pit << 48 | (against the clock) << 32 |
             cut; each, and of other moves nothing, | kind << 60: walk 0, placement 2 (from is to),
             relocation 3, swap 4, sowing 5, skip 6, stones given 7, pass 8. Of stones given the
             number of givers, and then a word cell << 32 | stones for each pit.

   False past the end, and where the record has no position. The text is valid as long as the
   record. */
typedef struct zet_step {
    uint64_t position; /* zet_position_key */
    uint64_t line;
    zet_text move; /* in canonical form, after the stones given before it; empty: the last one */
} zet_step;
ZET_API bool zet_record_step(const zet_record *record, size_t index, zet_step *out);

/* The first of these moves, with whatever was gathered; empty: none was made. */
ZET_API zet_text zet_record_first_move(const zet_record *record);

/* What the moves of a main line did by a measure. False if there is no such measure. */
typedef struct zet_amount {
    uint64_t moves, sum; /* moves that can do it */
    uint32_t most, ply;  /* of one move, the first with the most; 0: there was none */
} zet_amount;
ZET_API bool zet_record_amount(const zet_record *record, size_t measure, zet_amount *out);

/* The highest level that a stone came to, from 1; 0: there was no stone; -1: the board has only one
   level. */
ZET_API int zet_record_level(const zet_record *record);

/* The parts of the text of a record, by number from 0 in the order of their places. Text that
   cannot be read is no part. False past the end. */
typedef enum zet_part_kind {
    ZET_PART_KEY,
    ZET_PART_VALUE,  /* with its quotes */
    ZET_PART_PLAYER, /* the name of a player of the game, likewise */
    ZET_PART_NUMBER, /* a value that is a number; the number of a move */
    ZET_PART_RESULT, /* the value of `result`; a result after the moves */
    ZET_PART_MOVE,
    ZET_PART_GLYPH,
    ZET_PART_COMMENT /* of the moves, with its brackets; of YAML */
} zet_part_kind;

typedef struct zet_part {
    zet_part_kind kind;
    unsigned side;               /* of a player */
    uint64_t offset, end_offset; /* in the stream; the end is not part of it */
} zet_part;
ZET_API bool zet_record_part(const zet_record *record, size_t index, zet_part *out);

/* Appends what takes the place of a part that is a value, so that its value is that text: in the
   quotes that it has, where they can hold it. ZET_REFUSED if it is not a value, or in a block
   scalar. */
ZET_API zet_status zet_record_part_as(const zet_record *record, size_t index, zet_text value,
                                      zet_output *out, zet_error *error);

/* Games: records that are made and changed.
 *
 *     zet_game *game = zet_game_new(rules, zet_text_of(NULL), &error);
 *     zet_game_set(game, "players.black", zet_text_of("Ada"), &error);
 *     if (zet_game_play(game, zet_text_of("b10-b9"), &error) == ZET_REFUSED)
 *         ... zet_game_refusal(game) says why
 *     zet_game_write(game, out, &error);
 *
 * A change that would bring an error into the record, or a key that no record has, is refused: the
 * function returns ZET_REFUSED, the game stays as it was, and zet_game_refusal has the finding. It
 * stays as it was too if memory runs out. One game is used in one thread at a time. */
typedef struct zet_game zet_game;

/* A game without moves by these rules, which may be freed afterwards: from `position`, or from the
   start position where position.at is NULL. */
ZET_API zet_game *zet_game_new(const zet_rules *rules, zet_text position, zet_error *error);

/* The game of a text with one record in YAML, which is copied. The record may have errors; where
   they are in its moves, its moves cannot be changed. ZET_REFUSED if the record does not name
   its rules, or there is more than one. */
ZET_API zet_game *zet_game_read(zet_text text, zet_error *error);
ZET_API void zet_game_free(zet_game *game);

/* The position after the last move; valid until the next change. */
ZET_API const zet_position *zet_game_position(const zet_game *game);

/* The record as it is now, judged, with its moves for a walk and for diagrams; its offsets are in
   the text of zet_game_write_edited. Valid until the next call with the game. NULL if memory
   runs out. */
ZET_API const zet_record *zet_game_record(zet_game *game, zet_error *error);

/* Plays a move as zet_position_play does. Glyphs and a comment in braces may follow it. A move that
   ends the game by its rules sets the keys `result` and `termination`, and `points` once they are
   proved. */
ZET_API zet_status zet_game_play(zet_game *game, zet_text move, zet_error *error);

/* The same with a move as for zet_position_play_move. */
ZET_API zet_status zet_game_play_move(zet_game *game, const zet_move *move, zet_error *error);

/* As zet_position_begin_playout: the next moves are the playout. */
ZET_API zet_status zet_game_begin_playout(zet_game *game, zet_error *error);

/* Adds text after the last move, or before the first one: a comment, which cannot contain `}`; and
   glyphs, comments in braces and variations in parentheses, as they are in a record. */
ZET_API zet_status zet_game_comment(zet_game *game, zet_text comment, zet_error *error);
ZET_API zet_status zet_game_annotate(zet_game *game, zet_text text, zet_error *error);

/* Ends an open game away from the board. `termination` is one of ZET_TERMINATIONS. */
ZET_API zet_status zet_game_end(zet_game *game, zet_result result, const char *termination,
                                zet_error *error);

/* Takes back an end away from the board; else the last move with everything that follows it. A
   result and points that followed from it go, too. ZET_REFUSED if there is no move. */
ZET_API zet_status zet_game_undo(zet_game *game, zet_error *error);

/* Sets a key of ZET_RECORD_KEYS, or one that begins with `x-`, to a text; the keys of `rules` and
   `players` follow a dot: `rules.evacuation`, `players.black`, `players.black.id`. Removing a key
   that does not exist changes nothing. */
ZET_API zet_status zet_game_set(zet_game *game, const char *key, zet_text value, zet_error *error);
ZET_API zet_status zet_game_remove(zet_game *game, const char *key, zet_error *error);

/* Why the last change was refused; NULL if it was not, or where it is not for a fault of the
   record that it would have made. The places are 0. Valid until the next change. */
ZET_API const zet_finding *zet_game_refusal(const zet_game *game);

/* Appends the record in canonical form; or the text that it was read from with the changes, where
   everything else has kept its bytes. */
ZET_API zet_status zet_game_write(zet_game *game, zet_output *out, zet_error *error);
ZET_API zet_status zet_game_write_edited(zet_game *game, zet_output *out, zet_error *error);

/* A change of the text that the game was read from, which is empty for a new game: `with` takes the
   place of the bytes from `from` to before `to`. */
typedef struct zet_edit {
    size_t from, to;
    zet_text with;
} zet_edit;

/* The changes, by number from 0, in the order of their places; they do not touch. ZET_END past the
   last one. Valid until the next change. */
ZET_API zet_status zet_game_edit(zet_game *game, size_t index, zet_edit *out, zet_error *error);

/* How much the record says beside its moves: keys, names, ids, and a date that is known. */
ZET_API uint32_t zet_record_given(const zet_record *record);

/* Searching. */

/* A names file: who is who among players (docs/reference/names.md). Shared. */
typedef struct zet_names zet_names;

/* `name` is used in messages. */
ZET_API zet_names *zet_names_new(const char *name, zet_text text, zet_error *error);
ZET_API void zet_names_free(zet_names *names);

/* Players as persons: an id is a person, and a name without an id the person of that name; a names
   file says more. */
typedef struct zet_players zet_players;

/* `names`, which must outlive them, or NULL. */
ZET_API zet_players *zet_players_new(const zet_names *names, zet_error *error);
ZET_API void zet_players_free(zet_players *players);

/* The number of a player, from 0 in the order of their coming. ZET_NO_PLAYER if name and id are
   empty, or memory runs out, which zet_players_join says. */
#define ZET_NO_PLAYER UINT32_MAX
ZET_API uint32_t zet_players_number(zet_players *players, zet_text name, zet_text id);

/* After the last one: finds who is who. Then: the number that a player has in *same, and the name,
   with the id where others have the same name. */
ZET_API zet_status zet_players_join(zet_players *players, zet_error *error);
ZET_API zet_text zet_players_label(const zet_players *players, uint32_t player, uint32_t *same);

/* Instead: a name with an id as records have it, each once, in the order of their coming. */
typedef struct zet_spelling {
    zet_text name, id;
    uint64_t games;
    zet_text file; /* of the first record that has it, and its line */
    uint64_t line;
} zet_spelling;
ZET_API zet_status zet_players_spelled(zet_players *players, const zet_spelling *spelling,
                                       zet_error *error);

/* Once, after the last spelling: appends the list of the persons with their spellings, and those
   who may be one, as "text", "json", "players" (only names) or "yaml" (a names file of those that
   the given one lacks). */
ZET_API zet_status zet_players_write(zet_players *players, const char *format, uint64_t records,
                                     zet_output *out, zet_error *error);

/* Statistics: a report on games that the caller has counted, in groups. */
typedef struct zet_statistics zet_statistics;
typedef struct zet_canvas zet_canvas;

/* `by`: what the games are grouped by, at most one of each: "game", "variant", "event", "year",
   "player", "ending", "round". Ends with NULL. `periods`: years become periods, where a plot has no
   room for all. */
ZET_API zet_statistics *zet_statistics_new(const char *const *by, bool periods, zet_error *error);
ZET_API void zet_statistics_free(zet_statistics *statistics);

/* The group with a name for each key, empty where it has none; it may be new. Group 0 is there
   already: it is for all games. */
ZET_API size_t zet_statistics_group(zet_statistics *statistics, const zet_text *names);

/* Games of a group that are alike in one thing. Each of its games counts once for each of the
   first three. */
typedef enum zet_tally_kind {
    ZET_TALLY_PLIES,
    ZET_TALLY_ENDING, /* a word */
    ZET_TALLY_FIRST,  /* the first move */
    ZET_TALLY_LEVEL   /* zet_record_level, where the board has several */
} zet_tally_kind;

typedef struct zet_tally {
    zet_tally_kind kind;
    const char *game;
    zet_text text;   /* endings and first moves */
    uint32_t number; /* the others */
    zet_result result;
    uint64_t games;
    uint64_t won, lost; /* of endings, by player: by that player */
} zet_tally;
ZET_API void zet_statistics_add(zet_statistics *statistics, size_t group, const zet_tally *tally);

/* What the moves of games of a group did by a measure of their game. */
typedef struct zet_measured {
    const char *game;
    size_t measure;
    uint64_t games;
    zet_amount amount;
    zet_text file;   /* of the record with the most, */
    uint64_t number; /* its number there, */
    uint64_t order;  /* and its place among all records: of equals the first one is kept */
} zet_measured;
ZET_API void zet_statistics_measure(zet_statistics *statistics, size_t group,
                                    const zet_measured *measured);

/* How a report is written: as "text", "csv" or "json"; a plot of "results", "lengths",
   "first-moves" or "endings" as "svg", "pdf" or "png", of which the last two are drawn on a canvas.
 */
typedef struct zet_statistics_form {
    const char *format, *plot; /* NULL: no plot */
    unsigned theme;            /* of ZET_THEMES */
    uint32_t first;            /* the number of first moves of each group */
    uint64_t records, invalid; /* that were read, and of these that are not valid */
    const zet_canvas *canvas;  /* or NULL */
} zet_statistics_form;

/* Once, after the last count. */
ZET_API zet_status zet_statistics_write(zet_statistics *statistics, const zet_statistics_form *form,
                                        zet_output *out, zet_error *error);

/* What is known of a game whose moves are not at hand. What is not known is empty. */
typedef struct zet_entry {
    const zet_rules *rules; /* NULL: not known */
    zet_text players[2], ids[2];
    zet_text event, site, round, date;
    zet_text termination, reason; /* termination: "rules" where they ended the game; reason: why */
    zet_result result;
    uint32_t plies;
    int64_t points; /* proved, else claimed; -1: none */
} zet_entry;

/* Conditions on records. Of several values of one kind one must hold; every kind must. */
typedef struct zet_search zet_search;

ZET_API zet_search *zet_search_new(zet_error *error);
ZET_API void zet_search_free(zet_search *search);

/* Adds a condition, by the name that the option of `zet find` has. */
ZET_API zet_status zet_search_add(zet_search *search, const char *condition, const char *value,
                                  zet_error *error);

/* Once, after the last condition. `names`, which must outlive the search, or NULL: a player is also
   called by any other of their names. The message begins with the name of a condition. */
#define ZET_SEARCH_NOT 1U        /* the records that it does not hold for */
#define ZET_SEARCH_VARIATIONS 2U /* positions and moves may be in variations too */
ZET_API zet_status zet_search_ready(zet_search *search, const zet_names *names, unsigned flags,
                                    zet_error *error);

/* A value of a condition as it was given, by its number from 0; `at` is NULL past the last one. */
ZET_API zet_text zet_search_value(const zet_search *search, const char *condition, size_t index);

/* Whether the conditions of that kind, of which there are some, hold for a text: of `event` and
   `site` for that one, of `id` and of names for a player of that name and id. */
ZET_API bool zet_search_fits(zet_search *search, const char *condition, zet_text text, zet_text id);
/* A copy of a search that is ready: another thread may ask it. */
ZET_API zet_search *zet_search_copy(const zet_search *search, zet_error *error);

ZET_API bool zet_search_sees_moves(const zet_search *search); /* positions or moves */

/* Whether it can hold for a game of which that is known; where it does not see moves, whether it
   does. */
ZET_API bool zet_search_may_hold(zet_search *search, const zet_entry *entry);

/* The reader shows its records to the search, which must outlive their reading; NULL: to none. */
ZET_API void zet_reader_set_search(zet_reader *reader, zet_search *search);

/* Whether it holds for the record that such a reader gave last. *ply: the first ply at which a
   position, else a move, of it occurs; 0 is the start; -1: it has none. */
ZET_API bool zet_search_holds(zet_search *search, const zet_record *record, int64_t *ply);

/* ZET_OUT_OF_MEMORY if the last answers are not to be relied on. */
ZET_API zet_status zet_search_status(const zet_search *search);

/* Where a record is. */
typedef struct zet_place {
    zet_text file;
    uint64_t number, line;
} zet_place;

/* Appends a line: `FILE:LINE: record N, ply P`, or a JSON object. Without a ply where it is below
   0. */
ZET_API void zet_place_write(const zet_place *place, int64_t ply, bool json, zet_output *out);

/* Numbers by their value and before other texts; these by their characters, regardless of their
   case and accents, and then by their bytes. The empty text comes last. Below 0, 0 or above. */
ZET_API int zet_text_compare(zet_text a, zet_text b);

/* Appends a text as it is compared there, before its bytes are. */
ZET_API void zet_text_folded(zet_text text, zet_output *out);

/* Appends a name, without an ending, for a file about any text: safe on every system. */
ZET_API void zet_text_file_name(zet_text text, zet_output *out);

/* Records that are copies of each other: the same moves from the same start by the same rules, or
   a copy that breaks off. */
typedef struct zet_copies zet_copies;

/* `min_plies`: copies that break off have at least so many; shorter games on two dates are two.
   `names`, which must outlive it, or NULL. */
ZET_API zet_copies *zet_copies_new(uint32_t min_plies, const zet_names *names, zet_error *error);
ZET_API void zet_copies_free(zet_copies *copies);

typedef struct zet_copied {
    uint64_t line_key; /* zet_step.line of the last step */
    uint32_t given;    /* zet_record_given */
    int64_t tag;       /* the caller's own */
} zet_copied;

/* Adds a record with moves. Records have numbers from 0 in the order of their coming. */
ZET_API zet_status zet_copies_add(zet_copies *copies, const zet_entry *entry,
                                  const zet_copied *copied, zet_error *error);

/* Notes the players of a record that is not added: a person is called by the name that came first.
 */
ZET_API zet_status zet_copies_meet(zet_copies *copies, const zet_entry *entry, zet_error *error);

/* Notes that a record continues from where the moves of a shorter one end; once for each line of
   moves, in ascending order of `longer`. */
ZET_API void zet_copies_extend(zet_copies *copies, size_t shorter, size_t longer);

/* Once, after that. */
ZET_API zet_status zet_copies_group(zet_copies *copies, zet_error *error);

/* What a record is to another one of its group. SAME: the same moves, and no name speaks against
   it; SPELLING: the same moves, names that look alike; OTHERS: the same moves, different players;
   TRUNCATED: its moves are those that the other begins with. */
typedef enum zet_copy_kind {
    ZET_COPY_NONE,
    ZET_COPY_SAME,
    ZET_COPY_SPELLING,
    ZET_COPY_OTHERS,
    ZET_COPY_TRUNCATED
} zet_copy_kind;

typedef struct zet_copy {
    uint32_t group;  /* from 1 */
    int64_t tag, of; /* of the record, and of the one that it copies */
    uint32_t plies;
    zet_text names[2], date, event;
    zet_copy_kind kind; /* NONE: the first of its group, which continues farthest */
    unsigned names_are; /* how alike, from 0; 3: others */
    uint32_t continued; /* records that continue from where this one ends */
} zet_copy;

/* The next record of a group with two or more, each record once: the groups in the order of their
   first records, the record that continues farthest before the others. False at the end. */
ZET_API bool zet_copies_next(zet_copies *copies, zet_copy *out);

/* Appends the record as a line of the report, as text or as a JSON object. */
ZET_API void zet_copy_write(const zet_copy *copy, const zet_place *place, const zet_place *of,
                            bool json, zet_output *out);

/* Which record of a game stays: the one with the most moves, and of those the one that says most;
   the one of the latest date, and of those the last; the first. */
typedef enum zet_keep { ZET_KEEP_COMPLETE, ZET_KEEP_NEWEST, ZET_KEEP_FIRST } zet_keep;

/* After zet_copies_group: chooses one record of each game. Records of a group are of one game
   unless their players are others, or they are short and of two dates. */
ZET_API zet_status zet_copies_choose(zet_copies *copies, zet_keep keep, zet_error *error);
ZET_API bool zet_copies_is_dropped(const zet_copies *copies, size_t number);

/* ZET_OUT_OF_MEMORY if names could not be compared. */
ZET_API zet_status zet_copies_status(const zet_copies *copies);

/* Diagrams.
 *
 * What is drawn is set by name; positions and records then give diagrams:
 *
 *     zet_diagram_options *options = zet_diagram_options_new(&error);
 *     zet_diagram_options_set(options, "format", "svg", &error);
 *     zet_diagram *diagram = zet_diagram_new(position, options, &error);
 *     zet_diagram_write(diagram, NULL, out, &error);
 *
 * The catalogues ZET_DIAGRAM_OPTIONS, ZET_DIAGRAM_FORMATS and ZET_THEMES list what there is. */
typedef struct zet_diagram_options zet_diagram_options;

ZET_API zet_diagram_options *zet_diagram_options_new(zet_error *error);
ZET_API void zet_diagram_options_free(zet_diagram_options *options);

/* Sets an option; the value is copied. An option that is on or off takes "true" and "false", and
   NULL for "true". ZET_REFUSED if there is no such option, or it cannot have this value; then
   the options are as they were. */
ZET_API zet_status zet_diagram_options_set(zet_diagram_options *options, const char *option,
                                           const char *value, zet_error *error);

/* The format that was set, or NULL. */
ZET_API const char *zet_diagram_options_format(const zet_diagram_options *options);

/* The folder that the option `assets` names, as it was given; empty if none exists. The caller
   writes the files of zet_page_asset_at there: by number from 0, each with the name that is
   returned; NULL, and nothing is written, behind the last one. */
ZET_API zet_text zet_diagram_options_assets(const zet_diagram_options *options);
ZET_API const char *zet_page_asset_at(size_t index, zet_output *out);

/* ZET_REFUSED if the options do not go together. `record`: they are for records, else for
   positions. */
ZET_API zet_status zet_diagram_options_check(const zet_diagram_options *options, bool record,
                                             zet_error *error);

/* The diagram format for a file of that name, by its ending; NULL if the ending says nothing. */
ZET_API const char *zet_diagram_format_of(const char *file);

/* What a format is like; false too if there is no such format. */
typedef enum zet_format_trait {
    ZET_FORMAT_SEVERAL, /* a file can hold more than one diagram */
    ZET_FORMAT_STREAMS, /* the file grows diagram by diagram: it has no end of its own */
    ZET_FORMAT_BINARY,  /* it is not text */
    ZET_FORMAT_CANVAS   /* it is drawn by a canvas, which the caller must give */
} zet_format_trait;
ZET_API bool zet_diagram_format_is(const char *format, zet_format_trait trait);

/* A diagram of a position; of a record's position; or of a record as a whole (format html). The
   options must outlive it. */
typedef struct zet_diagram zet_diagram;

/* Of a position as it is, which may be freed before the diagram. */
ZET_API zet_diagram *zet_diagram_new(const zet_position *position,
                                     const zet_diagram_options *options, zet_error *error);
ZET_API void zet_diagram_free(zet_diagram *diagram);

/* The author's marks that a crop does not show, such as `h8, a1-b2`; empty: none. Valid as long as
   the diagram. */
ZET_API zet_text zet_diagram_left_out(const zet_diagram *diagram);

/* The diagrams of a record that the options `at` and `moves` ask for, or with the option `sheet`
   the pages of its score sheet, one after the other. The reader must keep the moves
   (zet_reader_keep_moves). */
typedef struct zet_diagrams zet_diagrams;

/* Valid as long as the record. NULL with ZET_REFUSED in *error where the record has no position,
   or not the plies or cells that the options ask for. A record with an error is drawn up to it. */
ZET_API zet_diagrams *zet_diagrams_new(const zet_record *record, const zet_diagram_options *options,
                                       zet_error *error);
ZET_API void zet_diagrams_free(zet_diagrams *diagrams);

/* The next one in *diagram, numbered by the option `figure` plus `drawn`; valid until the next
   call. ZET_END after the last one. */
ZET_API zet_status zet_diagrams_next(zet_diagrams *diagrams, size_t drawn,
                                     const zet_diagram **diagram, zet_error *error);

/* A point, and a length in both directions. x goes to the right, y down. */
typedef struct zet_point {
    double x, y;
} zet_point;

#define ZET_NO_COLOR 0xFF000000U

/* Colors are 0xRRGGBB, or ZET_NO_COLOR. Lines end and join round. */
typedef struct zet_paint {
    uint32_t fill, stroke;
    double width; /* of the stroke */
    double dash;  /* the length of dashes and gaps; 0: none */
} zet_paint;

/* A line of text: its baseline begins, has its middle or ends (anchor 0, 0.5, 1) at a point. A text
   that is wider than `room` is cut, and ends with dots; room 0: any width. */
typedef struct zet_canvas_text {
    zet_point at;
    double anchor;
    double height; /* of its font */
    double room;
    bool bold;
    uint32_t color;
    zet_text text; /* UTF-8 without control characters */
} zet_canvas_text;

/* What diagrams are drawn on: the caller's own functions, which get the caller's `context`. What
   goes wrong on the way is for `close` to say. */
struct zet_canvas {
    /* Begins a file of that format: "pdf" (lengths are mm), "png" (pixels). Its bytes go to `write`
       until `close` has returned. NULL with *error. */
    void *(*open)(const char *format, zet_write_function *write, void *to, zet_error *error);

    /* Begins the next page of that size. The title is of the file, from the first page. Without a
       background (ZET_NO_COLOR) a picture is transparent. */
    void (*page)(void *context, zet_point size, const char *title, uint32_t background);

    /* From here on the point `low` is drawn at `at`, and all lengths are `scale` times as large. */
    void (*place)(void *context, zet_point at, zet_point low, double scale);

    void (*rectangle)(void *context, const zet_paint *paint, zet_point at, zet_point size);
    void (*circle)(void *context, const zet_paint *paint, zet_point centre, double radius);

    /* Points joined by straight lines; `curve`: a point, and three for each piece of a cubic Bezier
       curve. */
    void (*path)(void *context, const zet_paint *paint, const zet_point *points, size_t count,
                 bool curve, bool closed);
    void (*text)(void *context, const zet_canvas_text *text);

    /* What follows is seen only within the rectangle, up to clip_end. They do not nest. */
    void (*clip)(void *context, zet_point at, zet_point size);
    void (*clip_end)(void *context);

    /* Completes the file and frees the context, also where something went wrong. */
    zet_status (*close)(void *context, zet_error *error);

    /* Optional: the name of the font of all texts, after `open`. */
    void (*font)(void *context, const char *name);

    /* Optional: how wide a text of that height is. */
    double (*measure)(void *context, zet_text text, double height, bool bold);
};

/* Draws a diagram of a position with its upper left corner at `at`, `width` wide. Calls place,
   rectangle, circle, path, text, clip and clip_end; the others may be NULL. */
ZET_API zet_status zet_diagram_paint(const zet_diagram *diagram, const zet_canvas *canvas,
                                     void *context, zet_point at, double width, zet_error *error);

/* The size of a diagram of a position that is `width` wide; width 0: with cells of 8 mm. */
ZET_API zet_point zet_diagram_size(const zet_diagram *diagram, double width);

/* A file of diagrams in the making, in the format that the options say. They, the canvas (or NULL)
   and the output must outlive it. */
typedef struct zet_diagram_file zet_diagram_file;

ZET_API zet_diagram_file *zet_diagram_file_new(const zet_diagram_options *options,
                                               const zet_canvas *canvas, zet_output *out,
                                               zet_error *error);

/* Appends a diagram to the file. */
ZET_API zet_status zet_diagram_file_add(zet_diagram_file *file, const zet_diagram *diagram,
                                        zet_error *error);

/* Completes the file. It must be freed all the same. */
ZET_API zet_status zet_diagram_file_end(zet_diagram_file *file, zet_error *error);
ZET_API void zet_diagram_file_free(zet_diagram_file *file);

/* Writes a file of this one diagram. */
ZET_API zet_status zet_diagram_write(const zet_diagram *diagram, const zet_canvas *canvas,
                                     zet_output *out, zet_error *error);

/* Tasks: what the commands of the program do, over any number of streams, or one text:
 *
 *     const zet_task_io io = {.out = out};
 *     zet_run("convert", (const char *const[]){"to=json", NULL}, text, &io, NULL, &error);
 *
 * The catalogues ZET_TASKS and ZET_TASK_OPTIONS list them. */
typedef struct zet_task zet_task;

typedef struct zet_counts {
    uint64_t records, invalid;        /* invalid: records with an error */
    uint64_t errors, warnings, notes; /* findings */
    uint64_t changed;                 /* streams whose text is another now (format, fix, score) */
    uint64_t bytes;                   /* read */
    uint64_t refuted; /* claims that are wrong, and points that could not be written (score) */
} zet_counts;

/* Nanoseconds of a clock that never goes back; called from any thread. */
typedef uint64_t zet_clock_function(void *context);

/* Called in the thread of zet_task_run after some records. False stops the task. */
typedef bool zet_progress_function(void *context, const zet_counts *counts);

/* Takes the files that a task makes, one at a time: `begin`, `write` any number of times, and
   `end`. A name has no `/`, does not begin with `.`, is UTF-8 of at most 120 bytes, and no two are
   the same regardless of their case; it is valid during the call. Each function returns false on
   failure, after which nothing more is called. */
typedef struct zet_folder {
    bool (*begin)(void *context, const char *name);
    bool (*write)(void *context, const char *bytes, size_t size);
    bool (*end)(void *context);
    void *context;
} zet_folder;

/* What a task works with; all of it is optional. */
typedef struct zet_task_io {
    zet_output *out;      /* the result */
    zet_output *messages; /* findings and remarks on the input that are not the result */
    zet_output *copy;     /* the streams with what the task changes in them (score with `write`) */
    const zet_settings *settings;
    const zet_folder *folder;  /* of the files of the task site */
    zet_clock_function *clock; /* without it options that are a time have no effect */
    zet_progress_function *progress;
    void *context; /* of clock and progress */
} zet_task_io;

/* `io`, or NULL, must outlive the task. The caller may change it between two streams. */
ZET_API zet_task *zet_task_new(const char *name, const zet_task_io *io, zet_error *error);
ZET_API void zet_task_free(zet_task *task);

/* Sets an option, before the first stream. An option that is on or off takes "true" and "false",
   and NULL for "true". Some options may be given several times. ZET_REFUSED if there is no such
   option, or it cannot have this value. */
ZET_API zet_status zet_task_set(zet_task *task, const char *option, const char *value,
                                zet_error *error);

/* Gives the task a text that it needs beside its streams: score knows `claims`, standings to
   compare its own with; score and site know `tournament`, who plays whom; site takes, instead of it
   and several times, `front`, the tournaments of its page of several; score, fix and site know
   `names`, a names file (docs/reference/names.md), and `default-names`, one that a task without a
   use for it ignores; fix knows `with`, the other sheets. `name` is used in messages. Both must
   outlive the task. ZET_REFUSED if the task knows no such text. */
ZET_API zet_status zet_task_attach(zet_task *task, const char *what, const char *name,
                                   zet_text text, zet_error *error);

/* Whether the options go together, which is else found out by the first zet_task_run. After it no
   option may be set. */
ZET_API zet_status zet_task_check(zet_task *task, zet_error *error);

/* Runs over one stream. `name` is used in reports. Several streams count as one in what the task
   computes over all of them. The result is the same bytes whatever the option `jobs` says. */
ZET_API zet_status zet_task_run(zet_task *task, const char *name, zet_read_function *read,
                                void *context, zet_error *error);
ZET_API zet_status zet_task_run_text(zet_task *task, const char *name, zet_text text,
                                     zet_error *error);

/* Writes what comes after the last stream, such as a summary or a table. Once only: a task that was
   finished, or that failed to finish, is not run or finished again (ZET_REFUSED). */
ZET_API zet_status zet_task_finish(zet_task *task, zet_error *error);

/* So far; they live as long as the task. */
ZET_API const zet_counts *zet_task_counts(const zet_task *task);

/* All that for one text, with options that are "KEY=VALUE" or "KEY" and end with NULL; NULL: none.
 *counts (where counts is not NULL) gets the task's. */
ZET_API zet_status zet_run(const char *task, const char *const *options, zet_text text,
                           const zet_task_io *io, zet_counts *counts, zet_error *error);

#ifdef __cplusplus
}
#endif

#endif
