/* zet.h: reads, checks, converts, draws and counts game records of Hogga, Halma, Akron and HusBao.
 *
 * This is the whole interface of libzet. It compiles as C11 and as C++17.
 *
 * Objects. Types are opaque; an object is made by a function that ends in `_new` and freed by one
 *   that ends in `_free`, which takes NULL too. A `_new` function returns NULL if it fails; the
 *   reason is in the zet_error it was given.
 * Memory. Texts and structures that a function returns belong to the library. Each declaration says
 *   how long they live; if it says nothing, they are static. Arguments need to live only for the
 *   call, unless the declaration says otherwise.
 * Errors. Nothing prints, exits or aborts. A function that can fail returns a zet_status and takes
 *   a zet_error, which may be NULL. Faults of a record are not failures of a function: they are
 *   findings, and a record with any finding of severity error is not valid.
 * Text is UTF-8 and is not terminated unless it is a `const char *`. Offsets and lengths are bytes,
 *   lines and columns count from 1, columns count characters.
 * Threads. There is no global state. Different objects may be used in different threads at the same
 *   time, one object in one thread at a time. Objects that a declaration calls shared may be used
 *   by many threads at once.
 * Locale and environment have no effect.
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

/* Called repeatedly, by each thread of a long computation. True asks it to stop. */
typedef bool zet_stop_function(void *context);

/* The destination of functions that write. Without a write function it keeps everything in memory.
   With one, it passes its content on when that exceeds 64 KiB, and in zet_output_flush. After a
   failed write, or if memory runs out, nothing more is added. */
typedef struct zet_output zet_output;

ZET_API zet_output *zet_output_new(zet_write_function *write, void *context);
ZET_API void zet_output_free(zet_output *output); /* does not flush */

/* The content in memory; valid until the output is used again. */
ZET_API zet_text zet_output_text(const zet_output *output);

/* Discards the content in memory, and clears a failure. */
ZET_API void zet_output_clear(zet_output *output);

/* ZET_OK, or the first failure since the last zet_output_clear. */
ZET_API zet_status zet_output_flush(zet_output *output);

/* Appends text. */
ZET_API void zet_output_write(zet_output *output, zet_text text);

/* Appends untrusted text. Characters that could control a terminal or change the direction of the
   text around it are replaced. */
ZET_API void zet_output_write_safe(zet_output *output, zet_text text);

/* Copies as much of the text as fits into `size` > 0 bytes to `to`, made safe in the same way, and
   terminates it. */
ZET_API void zet_text_copy_safe(zet_text text, char *to, size_t size);

/* Catalogues: lists of names. */

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
    ZET_LIBRARIES,    /* that zet was built with, and the compiler; about is the version */
    ZET_SETTINGS      /* keys of settings */
} zet_catalogue;

/* The entry at `index`, from 0, in the catalogue's order. `of` is the name of the game or the task
   for the catalogues that depend on one, else NULL. NULL past the end. */
ZET_API const char *zet_catalogue_name(zet_catalogue catalogue, const char *of, size_t index);

/* A sentence or a phrase about the entry, in one line. It may be empty. */
ZET_API const char *zet_catalogue_about(zet_catalogue catalogue, const char *of, size_t index);

/* The name of the entry's value, such as `FILE`; NULL for an option that is on or off, and for an
   entry without a value. For a diagram format it is the unit of its width. */
ZET_API const char *zet_catalogue_argument(zet_catalogue catalogue, const char *of, size_t index);

/* How an option's value is read. */
typedef enum zet_option_kind {
    ZET_OPTION_FLAG,    /* to a bool; it has no argument */
    ZET_OPTION_TEXT,    /* to a const char *: the value itself, not a copy */
    ZET_OPTION_WORD,    /* to an unsigned: the index of the word */
    ZET_OPTION_NUMBER,  /* to a uint32_t from `least` to `most` */
    ZET_OPTION_LARGE,   /* to a uint64_t likewise */
    ZET_OPTION_DECIMAL, /* to a double above 0, up to `most` */
    ZET_OPTION_OWN      /* by `read` */
} zet_option_kind;

/* An option: the source of parsing, of help, of completion and of errors. */
typedef struct zet_option {
    const char *name;     /* NULL: the end of an array of options */
    const char *argument; /* the name of its value; NULL: it is on or off */
    const char *about;    /* a phrase */
    const char *example;  /* the arguments of a command that uses it */
    zet_option_kind kind;
    size_t offset; /* of the value in the structure that it is set in */
    uint64_t least, most;
    const char *const *words;          /* possible values, or parts of a list; end with NULL */
    const char *(*word)(size_t index); /* without `words`: the word at `index`, NULL past the end */
    bool (*read)(const struct zet_option *option, void *values, const char *value,
                 zet_error *error); /* false: *error has a message */
    char letter;                    /* or 0 */
} zet_option;

/* The option at `index` in ZET_DIAGRAM_OPTIONS, ZET_TASK_OPTIONS or ZET_SETTINGS; NULL past the
   end, and in other catalogues. */
ZET_API const zet_option *zet_catalogue_option(zet_catalogue catalogue, const char *of,
                                               size_t index);

/* The possible value of the option at `index`, from 0; of a list, the possible part. NULL past the
   end, and if the value can be any text. */
ZET_API const char *zet_option_word(const zet_option *option, size_t index);

/* Reads a list of the option's words, separated by commas, each at most once, and stores their
   indexes in `words`, which has room for all words of the option. */
ZET_API zet_status zet_option_words(const zet_option *option, const char *value, unsigned *words,
                                    size_t *count, zet_error *error);

/* Sets an option in `values`, the structure that its offset refers to. `value` may be NULL for a
   flag. The message begins with the option's name. */
ZET_API zet_status zet_option_set(const zet_option *option, void *values, const char *value,
                                  zet_error *error);

/* What a finding means. */
typedef struct zet_explanation {
    const char *severity_name;    /* without strictness */
    const char *sentence;         /* the message */
    const char *meaning, *remedy; /* sentences: the meaning, and what to do about it */
    const char *example;          /* a text that has findings of this kind and no others */
    const char *from, *to; /* formats whose conversion finds them; NULL: judging finds them */
} zet_explanation;

/* Explains a code of ZET_FINDING_CODES, or a reason of ZET_REASONS for the code `illegal-move`;
   `reason` may be NULL. Every code and reason has an explanation. False if the code or the reason
   does not exist. */
ZET_API bool zet_explain(const char *code, const char *reason, zet_explanation *out);

/* Appends the address of the page of the documents that explains the code or reason. */
ZET_API void zet_explain_address(const char *code, const char *reason, zet_output *out);

/* The entry of `words` (ends with NULL) that a misspelled word most likely means; NULL if no entry
   is similar enough. */
ZET_API const char *zet_nearest_of(zet_text word, const char *const *words);

/* The name of a side in results and players: "black" and "white", "a" and "b". Side 0 is the first
   one in a record, not the side that moves first. NULL if the game does not exist. */
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

/* Recognizes a file without records by its first bytes: *kind becomes "names"
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

/* Game, variant and, in byte order, the options that differ from the variant's defaults, separated
   by blanks: `hogga`, `halma 8x8 evacuation=0`. Equivalent rules have the same text. It lives as
   long as the rules. */
ZET_API const char *zet_rules_text(const zet_rules *rules);

/* The shape of a board. A cell is a number, level * 256 + rank * 16 + file, each from 0: `a1` is 0,
   akron's `2d4` is 0x133. Each level has one file and one rank less than the level below. */
typedef uint16_t zet_cell;
#define ZET_CELLS_MAX 4096 /* cells are below it */
#define ZET_NO_CELL 0xFFFF

typedef struct zet_board {
    unsigned files, ranks, levels;
    bool counts; /* cells are pits that hold any number of stones; else they hold a piece */
} zet_board;

ZET_API zet_board zet_rules_board(const zet_rules *rules);

/* The cell of that name; ZET_NO_CELL if the board has none. */
ZET_API zet_cell zet_rules_cell(const zet_rules *rules, zet_text name);

/* Writes a cell's name to `name`, terminated, and returns it; "" if it is not a cell. */
#define ZET_CELL_NAME_SIZE 8
ZET_API const char *zet_cell_name(zet_cell cell, char name[ZET_CELL_NAME_SIZE]);

/* A position of a game, with the moves that led to it, so that they can be undone. */
typedef struct zet_position zet_position;

typedef enum zet_result { ZET_OPEN, ZET_WIN_0, ZET_WIN_1, ZET_DRAW } zet_result;

typedef struct zet_outcome {
    zet_result result;
    const char *reason; /* "goal", "no-moves", ...; NULL while the game is open */
} zet_outcome;

/* The position that `text` describes; the start position if text.at is NULL [C4]. The rules must
   outlive it. */
ZET_API zet_position *zet_position_new(zet_rules *rules, zet_text text, zet_error *error);
ZET_API void zet_position_free(zet_position *position);

/* An independent copy with its moves. NULL if memory runs out. */
ZET_API zet_position *zet_position_copy(const zet_position *position, zet_error *error);

/* Plays one move as a person may write it; stones given [B10] are part of the move that follows.
   ZET_REFUSED if the move cannot be read, is illegal or the game has ended: the position stays as
   it was, and *reason becomes the reason code of an illegal move, else NULL. `reason` may be
   NULL. */
ZET_API zet_status zet_position_play(zet_position *position, zet_text move, const char **reason,
                                     zet_error *error);

/* A move. The declaration of the function that returns it says how long its pointers live. */
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
    unsigned side;        /* that makes it */
    zet_text text;        /* in canonical form, with the stones given before it; terminated */
    zet_cell from, to;    /* ZET_NO_CELL if none exists: a placement has no `from` */
    const zet_cell *path; /* the cells that the piece is on, in order; a sowing's pit */
    size_t path_count;
    const zet_cell *falls; /* akron: the cells that falling stones leave, lowest first: the first */
    size_t fall_count;     /* falls into the cell that the moved stone left, and so on */
    uint32_t captured;     /* stones, in the whole move */
    char direction;        /* of a sowing: '+' or '-'; else 0 */
    uint32_t cut;          /* of a sowing: the stages before a penalty ended it; 0: no penalty */
} zet_move;

/* Plays a move given by its kind, path, direction and cut; the other members are ignored. A walk or
   a relocation with an empty path goes from `from` to `to`, a walk by any route. The move may
   belong to the position. Stones can be given only as text. Otherwise like zet_position_play. */
ZET_API zet_status zet_position_play_move(zet_position *position, const zet_move *move,
                                          const char **reason, zet_error *error);

/* The move at `index` of those played, from 0. False past the end. Valid until the next call that
   plays or undoes a move. */
ZET_API bool zet_position_move(const zet_position *position, size_t index, zet_move *out);

/* Undoes the last move, and with a winning move also the playout. False if there is no move. */
ZET_API bool zet_position_undo(zet_position *position);

/* Begins the playout of a game that has been won [H13]: from here on only the loser moves, and the
   outcome is open until all their pieces are home; then it is that of the game again. Perft and
   divide do not count from such a position. ZET_REFUSED if the game has no playout, or has not been
   won by its rules. */
ZET_API zet_status zet_position_begin_playout(zet_position *position, zet_error *error);

ZET_API size_t zet_position_ply(const zet_position *position);    /* moves played */
ZET_API unsigned zet_position_turn(const zet_position *position); /* the side to move: 0 or 1 */
ZET_API zet_outcome zet_position_outcome(const zet_position *position);

ZET_API const zet_rules *zet_position_rules(const zet_position *position);

/* The content of a cell. */
typedef enum zet_piece { ZET_NOTHING, ZET_MAN, ZET_HOGGA, ZET_STONES } zet_piece;

typedef struct zet_content {
    zet_cell cell;
    zet_piece piece;
    unsigned side;  /* the owner of the piece or pit; 0 for an empty cell */
    uint32_t count; /* stones in a pit; else 1, or 0 for an empty cell */

    /* Akron: the number of levels of the pile on the stone, including the stone; else `count`, at
       most 1. */
    unsigned height;
} zet_content;

/* ZET_NOTHING for a cell that the board does not have. */
ZET_API zet_content zet_position_at(const zet_position *position, zet_cell cell);

/* The cells that are not empty, ascending; writes the first `most` of them. Returns their
   number. */
ZET_API size_t zet_position_contents(const zet_position *position, zet_content *out, size_t most);

/* Whether rules, arrangement and player to move are the same, that is, whether zet_rules_text and
   zet_position_text are. The history of a position is not compared: how often it occurred [H12],
   how many moves were made [M7], and whether a playout has begun [H13]. */
ZET_API bool zet_position_equals(const zet_position *position, const zet_position *other);

/* The key of a position. Equal positions have the same key, others only by chance. It is the same
   in every version of this library and on every machine, so that it may be stored:

       mix(x):   x += 0x9e3779b97f4a7c15; x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
                 x = (x ^ x >> 27) * 0x94d049bb133111eb; x ^ x >> 31      (modulo 2^64)
       key:      the exclusive-or of the key of the rules; of mix(content << 32 | cell) for every
                 cell that is not empty; and of 0x5851f42d4c957f2d if side 1 is to move
       content:  side 0's man 1, side 1's man 2, side 0's Hogga 3, side 1's Hogga 4; of a pit its
                 number of stones
       of rules: k = 0; for each byte of zet_rules_text: k = mix(k ^ byte)                        */
ZET_API uint64_t zet_position_key(const zet_position *position);

/* The image of a position under the symmetry at `index`, from 0, of its rules, as a position of the
   same rules; NULL past the last one, or with *error. *exchanged says whether the sides, and so
   their wins, are exchanged in it. Hogga has one symmetry, Halma three, Akron seven, or three with
   a swap, HusBao none. */
ZET_API zet_position *zet_position_image(const zet_position *position, size_t index,
                                         bool *exchanged, zet_error *error);

/* Translates a move of that image to the position itself, and appends it. */
ZET_API zet_status zet_position_image_move(const zet_position *position, size_t index,
                                           zet_text move, zet_output *out, zet_error *error);

/* The position as text, and the last move in canonical form (empty if there is none); each valid
   until the next call with this position. */
ZET_API zet_text zet_position_text(zet_position *position);
ZET_API zet_text zet_position_last_move(zet_position *position);

/* The board for people: lines of ASCII, indented by that many columns. */
ZET_API void zet_position_board(const zet_position *position, unsigned indent, zet_output *out);

/* The legal moves in canonical form, in byte order; none if the game has ended. */
typedef struct zet_moves zet_moves;

ZET_API zet_moves *zet_position_moves(const zet_position *position, zet_error *error);
ZET_API void zet_moves_free(zet_moves *moves);
ZET_API size_t zet_moves_count(const zet_moves *moves);
ZET_API const char *zet_moves_text(const zet_moves *moves, size_t index); /* NULL past the end */

/* The move at `index`. False past the end. Valid as long as the list. */
ZET_API bool zet_moves_at(const zet_moves *moves, size_t index, zet_move *out);

/* The legal moves that an illegal one may have been meant for, the most similar first; at most
   `most` of them. */
ZET_API zet_moves *zet_position_suggest(const zet_position *position, zet_text move, size_t most,
                                        zet_error *error);

/* The number of move sequences of `depth` plies, counted by at most `threads` threads. A game that
   ends earlier adds nothing. `stop` may be NULL; if it asks to stop, the function returns
   ZET_STOPPED. ZET_REFUSED if the depth exceeds ZET_PERFT_DEPTH_MAX. */
#define ZET_PERFT_DEPTH_MAX 1000
ZET_API zet_status zet_position_perft(const zet_position *position, unsigned depth,
                                      unsigned threads, zet_stop_function *stop, void *context,
                                      uint64_t *count, zet_error *error);

/* The same for each legal move, in the byte order of their canonical texts: calls `branch` with the
   number of sequences that begin with the move. Both functions get the context. Requires
   depth > 0. */
typedef void zet_branch_function(void *context, const char *move, uint64_t count);
ZET_API zet_status zet_position_divide(const zet_position *position, unsigned depth,
                                       unsigned threads, zet_stop_function *stop,
                                       zet_branch_function *branch, void *context,
                                       zet_error *error);

/* Hogga's playout [H13]: the fewest moves that bring the loser's pieces home if only the loser
   moves. */

typedef struct zet_solve_limits {
    uint64_t nodes; /* the most positions to visit; 0: no limit */
    uint64_t seed;  /* of the choice between equal lines */
    size_t memory;  /* bytes; 0: 64 MiB */

    /* Called every few hundred nodes; if it asks to stop, the best line so far is the result. May
       be NULL. Give `nodes` or `stop`: a search for a line that does not exist may not end by
       itself. */
    zet_stop_function *stop;
    void *context;
} zet_solve_limits;

typedef struct zet_solution {
    uint32_t low;  /* proved: no line is shorter */
    uint32_t high; /* the length of the line found; UINT32_MAX: none */
    bool exact;    /* low == high */
    bool never;    /* proved: there is no line at all */
    uint64_t nodes;
} zet_solution;

/* Searches for the shortest line home of the side `loser` from a position. The line found is
   appended to `line`, one move per line in canonical form; `line` may be NULL. A longer search
   never gives worse bounds. ZET_REFUSED if the game has no playout. */
ZET_API zet_status zet_playout_solve(const zet_position *position, unsigned loser,
                                     const zet_solve_limits *limits, zet_solution *solution,
                                     zet_output *line, zet_error *error);

/* Records. */

typedef enum zet_severity { ZET_NOTE, ZET_WARNING, ZET_ERROR } zet_severity;

/* A finding: a fault of a record and its place. Valid until the next record is read. */
typedef struct zet_finding {
    zet_severity severity;
    const char *severity_name; /* "note", "warning", "error" */
    const char *code;          /* of ZET_FINDING_CODES */
    const char *reason;        /* of ZET_REASONS; NULL unless the code is `illegal-move` */
    const char *part;          /* "moves", "variation", "playout", "header", "stream" */
    size_t line, column;
    uint64_t offset;  /* in the stream */
    uint32_t ply;     /* from 1; 0 if it does not apply */
    zet_text move;    /* as written; empty where it does not apply */
    zet_text message; /* a sentence; empty if memory runs out */

    /* The place of the first byte after it, which may be on another line. */
    uint64_t end_offset;
    size_t end_line, end_column;
} zet_finding;

/* Reads records one after the other, from one stream after the other, in one thread. */
typedef struct zet_reader zet_reader;

/* A record, read and judged. It belongs to its reader and is valid until the next call with the
   reader. */
typedef struct zet_record zet_record;

ZET_API zet_reader *zet_reader_new(zet_error *error);
ZET_API void zet_reader_free(zet_reader *reader);

/* Strict: departures from the canonical notation are errors. */
ZET_API void zet_reader_set_strict(zet_reader *reader, bool strict);

/* The settings for the following records, which must outlive them; NULL (the default): none. */
ZET_API void zet_reader_set_settings(zet_reader *reader, const zet_settings *settings);

/* Begins a stream of YAML documents. `name` is used in reports and is copied. */
ZET_API zet_status zet_reader_open(zet_reader *reader, const char *name, zet_read_function *read,
                                   void *context, zet_error *error);

/* The same of text in memory, which must outlive the stream. */
ZET_API zet_status zet_reader_open_text(zet_reader *reader, const char *name, zet_text text,
                                        zet_error *error);

/* Reads the next record into *record: ZET_OK, ZET_END after the last one, or a failure. A stream
   without records gives one record with a finding that says so. */
ZET_API zet_status zet_reader_next(zet_reader *reader, const zet_record **record, zet_error *error);

ZET_API size_t zet_record_number(const zet_record *record);   /* in its stream, from 1 */
ZET_API size_t zet_record_line(const zet_record *record);     /* of its start */
ZET_API uint64_t zet_record_offset(const zet_record *record); /* of its document in the stream */

/* Whether its document has no marker `---` although it follows a `...`; and whether it is larger
   than 1 MiB, so that zet_record_document has only its first bytes. */
ZET_API bool zet_record_is_unmarked(const zet_record *record);
ZET_API bool zet_record_is_too_long(const zet_record *record);

/* Whether its document cannot be read as a record. */
ZET_API bool zet_record_is_broken(const zet_record *record);

/* The end of the documents that the last zet_reader_next skipped because they were the rest of a
   broken record; 0: it skipped none. */
ZET_API uint64_t zet_reader_rest_end(const zet_reader *reader);

ZET_API bool zet_record_is_valid(const zet_record *record);
ZET_API const char *zet_record_game(const zet_record *record);    /* NULL if it is not known */
ZET_API const char *zet_record_variant(const zet_record *record); /* NULL: likewise, or none */
ZET_API uint32_t zet_record_plies(const zet_record *record);      /* main-line moves replayed */
ZET_API zet_outcome zet_record_outcome(const zet_record *record);
ZET_API int64_t zet_record_points(const zet_record *record); /* -1: none, or not known */

/* The result by the rules if they end the game (as zet_record_outcome), else as the record says;
   ZET_OPEN if neither does. *ending becomes the rules' reason, else the record's termination, else
   `unknown`; `ending` may be NULL. */
ZET_API zet_result zet_record_result(const zet_record *record, zet_text *ending);

/* After the last move replayed; empty if it is not known. */
ZET_API zet_text zet_record_position(const zet_record *record);

/* The text of a key of the record, which may begin with `x-`; of `players` the name of that side.
   Empty if it is not given. */
ZET_API zet_text zet_record_value(const zet_record *record, const char *key);

/* Whether the record has the key, with any value. A document without `game`, and without a game
   from the settings, is not a record but other YAML. */
ZET_API bool zet_record_has(const zet_record *record, const char *key);
ZET_API zet_text zet_record_player(const zet_record *record, unsigned side);

/* The player at `index`, from 0, of a record, valid or not; also a player under a key that is not a
   side of its game. False past the end. */
typedef struct zet_player {
    zet_text side, name, id; /* side: the key */
} zet_player;
ZET_API bool zet_record_player_at(const zet_record *record, size_t index, zet_player *out);

/* The text of a key of a player who is given as a mapping: "id", "rating", "club". Empty if it is
   not given. */
ZET_API zet_text zet_record_player_value(const zet_record *record, unsigned side, const char *key);

/* Appends a name in a form that is the same for its variants: the words in lower case without
   accents, in byte order, separated by blanks. */
ZET_API zet_status zet_fold_name(zet_text name, zet_output *out, zet_error *error);

/* The rules by which a record is judged: its game, variant and options. They outlive the record,
   and zet_rules_free frees them. NULL if the record does not give them, or if memory runs out. */
ZET_API zet_rules *zet_record_rules(const zet_record *record, zet_error *error);

/* The bytes of the record's document. */
ZET_API zet_text zet_record_document(const zet_record *record);

ZET_API size_t zet_record_finding_count(const zet_record *record);

/* The finding of that number, from 0, in the order of their places. False past the end. */
ZET_API bool zet_record_finding(const zet_record *record, size_t index, zet_finding *out);

/* Appends the record's report: as text, with the colors of a terminal on request, or as one JSON
   object and a line end (docs/spec/REPORT.md). */
ZET_API void zet_record_report_text(const zet_record *record, bool color, zet_output *out);
ZET_API void zet_record_report_json(const zet_record *record, zet_output *out);

/* A traversal of the moves of a record with their positions: main line, variations and playout in
   the order of the text. */
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
    zet_text comments;   /* after it, with their braces, as they are in the record */
    zet_outcome outcome; /* after it; open in a playout */
    uint64_t offset;     /* of the move in the stream */
} zet_ply;

/* Whether the reader keeps the moves of the following records. False also discards those that it
   has kept. */
ZET_API void zet_reader_keep_moves(zet_reader *reader, bool keep);

/* Valid as long as the record. NULL if memory runs out, or with ZET_REFUSED if the moves were not
   kept, or if the record has no position because its rules are not known or its position cannot be
   read. */
ZET_API zet_walk *zet_walk_new(const zet_record *record, zet_error *error);
ZET_API void zet_walk_free(zet_walk *walk);

/* The next move that was played. False at the end. The texts are valid until the next call. */
ZET_API bool zet_walk_next(zet_walk *walk, zet_ply *out);

/* Moves to the last move in the text, after which more moves would be added: in a variation that is
   not closed, its last one. False if no move can follow it. */
ZET_API bool zet_walk_to_end(zet_walk *walk);

/* The position after the last move of zet_walk_next, or the start position before its first call:
   as text, valid until the next call with this walk, and its key (zet_position_key). */
ZET_API zet_text zet_walk_position(zet_walk *walk);
ZET_API uint64_t zet_walk_key(const zet_walk *walk);

/* The last move of zet_walk_next. Stones given before it are a separate move here.
   False before the first move. Valid until the next zet_walk_next. */
ZET_API bool zet_walk_move(const zet_walk *walk, zet_move *out);

/* The effect of moves at `index`, from 0, that a game's statistics count. False past the end. */
typedef struct zet_measure {
    const char *name;    /* in JSON and CSV: "hops" */
    const char *words;   /* for people: "stones captured", as in "2.00 stones captured a move" */
    bool a_game, a_move; /* whether the means per game and per move are reported */
    const char *longest; /* the word for the move with the most of it: "chain"; or NULL */
    const char *unit;    /* of the longest one: "hop", with an s for more than one */
} zet_measure;
ZET_API bool zet_measure_at(const char *game, size_t index, zet_measure *out);

/* Selects the data that the reader gathers from the main lines of the following records, which is
   faster than a walk. Other data is not available. */
#define ZET_GATHER_STEPS 1U    /* zet_record_step */
#define ZET_GATHER_MEASURES 2U /* zet_record_amount, zet_record_level */
#define ZET_GATHER_PARTS 4U    /* zet_record_part */
ZET_API void zet_reader_gather(zet_reader *reader, unsigned what);

/* The position at `index` of a main line, from 0, the start, and the move from there. `line` is the
   key of the moves before it: equal if rules, start position and moves are equal. Two routes
   between the same two cells are the same move; annotations are not part of it, stones given are.
   It may be stored like zet_position_key. With mix as there:

       key:  k = the key of the start position; for each move and each word of it: k = mix(k ^ word)
       word: of a move from << 48 | to << 32; of a sowing pit << 48 | (against the clock) << 32 |
             cut; each, and of other moves nothing, | kind << 60: walk 0, placement 2 (from is to),
             relocation 3, swap 4, sowing 5, skip 6, stones given 7, pass 8. Of stones given the
             number of givers, and then a word cell << 32 | stones for each pit.

   False past the end, and if the record has no position. The text is valid as long as the
   record. */
typedef struct zet_step {
    uint64_t position; /* zet_position_key */
    uint64_t line;
    zet_text move; /* in canonical form, after the stones given before it; empty: the last one */
} zet_step;
ZET_API bool zet_record_step(const zet_record *record, size_t index, zet_step *out);

/* The first of these moves, if anything was gathered; empty: there is no move. */
ZET_API zet_text zet_record_first_move(const zet_record *record);

/* The amounts of a measure in a main line. False if the measure does not exist. */
typedef struct zet_amount {
    uint64_t moves, sum; /* `moves` can have the effect; `sum` of their amounts */
    uint32_t most, ply;  /* the largest amount, and the first ply with it; 0: none */
} zet_amount;
ZET_API bool zet_record_amount(const zet_record *record, size_t measure, zet_amount *out);

/* The highest level that a stone reached, from 1; 0: there was no stone; -1: the board has only one
   level. */
ZET_API int zet_record_level(const zet_record *record);

/* The part at `index`, from 0, of the text of a record, in the order of their places. Text that
   cannot be read is not a part. False past the end. */
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
    uint64_t offset, end_offset; /* in the stream; of its first byte, and of the byte after it */
} zet_part;
ZET_API bool zet_record_part(const zet_record *record, size_t index, zet_part *out);

/* Appends the replacement for a part that gives it the value `value`, in the same quotes if they
   can contain it. ZET_REFUSED if the part is not a value, or is in a block scalar. */
ZET_API zet_status zet_record_part_as(const zet_record *record, size_t index, zet_text value,
                                      zet_output *out, zet_error *error);

/* Games: records that are made and changed.
 *
 *     zet_game *game = zet_game_new(rules, zet_text_of(NULL), &error);
 *     zet_game_set(game, "players.black", zet_text_of("Ada"), &error);
 *     if (zet_game_play(game, zet_text_of("b10-b9"), &error) == ZET_REFUSED)
 *         ... zet_game_refusal(game) is the reason
 *     zet_game_write(game, out, &error);
 *
 * A change that would cause an error in the record, or an unknown key, is refused: the function
 * returns ZET_REFUSED, the game stays as it was, and zet_game_refusal returns the finding. The game
 * also stays as it was if memory runs out. Use one game in one thread at a time. */
typedef struct zet_game zet_game;

/* A game without moves by these rules, which may be freed afterwards: from `position`, or from the
   start position where position.at is NULL. */
ZET_API zet_game *zet_game_new(const zet_rules *rules, zet_text position, zet_error *error);

/* The game of a text with one record in YAML. The text is copied. The record may have errors; if
   they are in its moves, the moves cannot be changed. ZET_REFUSED if the record does not name its
   rules, or if there is more than one record. */
ZET_API zet_game *zet_game_read(zet_text text, zet_error *error);
ZET_API void zet_game_free(zet_game *game);

/* The position after the last move; valid until the next change. */
ZET_API const zet_position *zet_game_position(const zet_game *game);

/* The current record, judged, with its moves for a walk and for diagrams. Its offsets are in the
   text of zet_game_write_edited. Valid until the next call with the game. NULL if memory runs
   out. */
ZET_API const zet_record *zet_game_record(zet_game *game, zet_error *error);

/* Plays a move as zet_position_play does. Glyphs and a comment in braces may follow it. A move that
   ends the game by its rules sets the keys `result` and `termination`, and `points` once they are
   proved. */
ZET_API zet_status zet_game_play(zet_game *game, zet_text move, zet_error *error);

/* Like zet_position_begin_playout: the next moves are the playout. */
ZET_API zet_status zet_game_begin_playout(zet_game *game, zet_error *error);

/* Adds text after the last move, or before the first one: a comment, which cannot contain `}`; and
   glyphs, comments in braces and variations in parentheses, as they are in a record. */
ZET_API zet_status zet_game_comment(zet_game *game, zet_text comment, zet_error *error);
ZET_API zet_status zet_game_annotate(zet_game *game, zet_text text, zet_error *error);

/* Ends an open game away from the board. `termination` is one of ZET_TERMINATIONS. */
ZET_API zet_status zet_game_end(zet_game *game, zet_result result, const char *termination,
                                zet_error *error);

/* Undoes zet_game_end; else removes the last move with everything that follows it, and the result
   and points that resulted from it. ZET_REFUSED if there is no move. */
ZET_API zet_status zet_game_undo(zet_game *game, zet_error *error);

/* Sets a key of ZET_RECORD_KEYS, or one that begins with `x-`, to a text; the keys of `rules` and
   `players` follow a dot: `rules.evacuation`, `players.black`, `players.black.id`. Removing a key
   that does not exist changes nothing. */
ZET_API zet_status zet_game_set(zet_game *game, const char *key, zet_text value, zet_error *error);
ZET_API zet_status zet_game_remove(zet_game *game, const char *key, zet_error *error);

/* The fault that the last change would have caused; NULL if it was not refused, or for another
   reason. Its places are 0. Valid until the next change. */
ZET_API const zet_finding *zet_game_refusal(const zet_game *game);

/* Appends the record in canonical form; or the text that it was read from with the changes, in
   which all other bytes are kept. */
ZET_API zet_status zet_game_write(zet_game *game, zet_output *out, zet_error *error);
ZET_API zet_status zet_game_write_edited(zet_game *game, zet_output *out, zet_error *error);

/* A change of the text that the game was read from, which is empty for a new game: `with` replaces
   the bytes from `from` to before `to`. */
typedef struct zet_edit {
    size_t from, to;
    zet_text with;
} zet_edit;

/* The change at `index`, from 0, in the order of their places; changes do not touch. ZET_END past
   the last one. Valid until the next change. */
ZET_API zet_status zet_game_edit(zet_game *game, size_t index, zet_edit *out, zet_error *error);

/* How much the record contains besides its moves: the number of keys, names, ids and dates. */
ZET_API uint32_t zet_record_given(const zet_record *record);

/* Searching. */

/* A names file: the names and ids of people (docs/reference/names.md). Shared. */
typedef struct zet_names zet_names;

/* `name` is used in messages. */
ZET_API zet_names *zet_names_new(const char *name, zet_text text, zet_error *error);
ZET_API void zet_names_free(zet_names *names);

/* Maps players to people: an id identifies a person, and a name without an id the person of that
   name. A names file can join several. */
typedef struct zet_players zet_players;

/* `names` may be NULL, else it must outlive them. */
ZET_API zet_players *zet_players_new(const zet_names *names, zet_error *error);
ZET_API void zet_players_free(zet_players *players);

/* The number of a player, from 0 in the order of first calls. ZET_NO_PLAYER if name and id are
   empty, or if memory runs out, which zet_players_join reports. */
#define ZET_NO_PLAYER UINT32_MAX
ZET_API uint32_t zet_players_number(zet_players *players, zet_text name, zet_text id);

/* zet_players_join, called once after the last player, joins the players that are one person. After
   it, zet_players_label returns the name of a player, with the id if several people have that name,
   and stores the number of the person in *same. */
ZET_API zet_status zet_players_join(zet_players *players, zet_error *error);
ZET_API zet_text zet_players_label(const zet_players *players, uint32_t player, uint32_t *same);

/* Instead of zet_players_number: a name with an id as records have it, each once, in the order of
   their first records. */
typedef struct zet_spelling {
    zet_text name, id;
    uint64_t games;
    zet_text file; /* of the first record that has it, and its line */
    uint64_t line;
} zet_spelling;
ZET_API zet_status zet_players_spelled(zet_players *players, const zet_spelling *spelling,
                                       zet_error *error);

/* Once, after the last spelling: appends the list of people with their spellings, and of those who
   may be the same person, as "text", "json", "players" (only names) or "yaml" (a names file with
   the people that the given one lacks). */
ZET_API zet_status zet_players_write(zet_players *players, const char *format, uint64_t records,
                                     zet_output *out, zet_error *error);

/* Statistics: a report on games that the caller counts, in groups. */
typedef struct zet_statistics zet_statistics;
typedef struct zet_canvas zet_canvas;

/* `by`: the keys of the groups, each at most once: "game", "variant", "event", "year", "player",
   "ending", "round". Ends with NULL. `periods`: joins years to periods if a plot has no space for
   all of them. */
ZET_API zet_statistics *zet_statistics_new(const char *const *by, bool periods, zet_error *error);
ZET_API void zet_statistics_free(zet_statistics *statistics);

/* The group with this name for each key, which may be empty. It is created if it does not exist.
   Group 0 always exists: it is for all games. */
ZET_API size_t zet_statistics_group(zet_statistics *statistics, const zet_text *names);

/* Games of a group with one property in common. Count each game once for each of the first three
   kinds. */
typedef enum zet_tally_kind {
    ZET_TALLY_PLIES,
    ZET_TALLY_ENDING, /* a word */
    ZET_TALLY_FIRST,  /* the first move */
    ZET_TALLY_LEVEL   /* zet_record_level, if the board has several levels */
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

/* The amounts of a measure in the games of a group. */
typedef struct zet_measured {
    const char *game;
    size_t measure;
    uint64_t games;
    zet_amount amount;
    zet_text file;   /* of the record with the most, */
    uint64_t number; /* its number there, */
    uint64_t order;  /* and its place among all records; the first of equal ones is kept */
} zet_measured;
ZET_API void zet_statistics_measure(zet_statistics *statistics, size_t group,
                                    const zet_measured *measured);

/* The form of a report: "text", "csv" or "json"; for a plot of "results", "lengths", "first-moves"
   or "endings": "svg", or "pdf" and "png", which are drawn on a canvas. */
typedef struct zet_statistics_form {
    const char *format, *plot; /* NULL: no plot */
    unsigned theme;            /* of ZET_THEMES */
    uint32_t first;            /* the number of first moves of each group */
    uint64_t records, invalid; /* the number read, and the number of invalid ones among them */
    const zet_canvas *canvas;  /* or NULL */
} zet_statistics_form;

/* Once, after the last count. */
ZET_API zet_status zet_statistics_write(zet_statistics *statistics, const zet_statistics_form *form,
                                        zet_output *out, zet_error *error);

/* A game without its moves. Unknown members are empty. */
typedef struct zet_entry {
    const zet_rules *rules; /* NULL: not known */
    zet_text players[2], ids[2];
    zet_text event, site, round, date;
    zet_text termination, reason; /* termination: "rules" if they ended the game; reason: why */
    zet_result result;
    uint32_t plies;
    int64_t points; /* proved, else claimed; -1: none */
} zet_entry;

/* Conditions on records. For each condition that is given, one of its values must hold. */
typedef struct zet_search zet_search;

ZET_API zet_search *zet_search_new(zet_error *error);
ZET_API void zet_search_free(zet_search *search);

/* Adds a value of a condition, which is named like the option of `zet find`. */
ZET_API zet_status zet_search_add(zet_search *search, const char *condition, const char *value,
                                  zet_error *error);

/* Once, after the last condition. With `names`, which must outlive the search and may be NULL, a
   player is also found by their other names. The message begins with the name of a condition. */
#define ZET_SEARCH_NOT 1U        /* finds the records for which it does not hold */
#define ZET_SEARCH_VARIATIONS 2U /* positions and moves may be in variations too */
ZET_API zet_status zet_search_ready(zet_search *search, const zet_names *names, unsigned flags,
                                    zet_error *error);

/* The value at `index`, from 0, of a condition; `at` is NULL past the last one. */
ZET_API zet_text zet_search_value(const zet_search *search, const char *condition, size_t index);

/* Whether a condition that was given holds for a text: an event, a site, or the name and id of a
   player. */
ZET_API bool zet_search_fits(zet_search *search, const char *condition, zet_text text, zet_text id);

/* A copy of a search that is ready, for another thread. */
ZET_API zet_search *zet_search_copy(const zet_search *search, zet_error *error);

/* Whether it has conditions on positions or moves. */
ZET_API bool zet_search_sees_moves(const zet_search *search);

/* Whether it can hold for this game; without conditions on moves, whether it holds. */
ZET_API bool zet_search_may_hold(zet_search *search, const zet_entry *entry);

/* The reader tests its records with the search, which must outlive the reading; NULL: none. */
ZET_API void zet_reader_set_search(zet_reader *reader, zet_search *search);

/* Whether it holds for the last record of such a reader. *ply becomes the first ply at which one of
   its positions, else one of its moves, occurs; 0 is the start; -1: none. */
ZET_API bool zet_search_holds(zet_search *search, const zet_record *record, int64_t *ply);

/* ZET_OUT_OF_MEMORY if the last answers may be wrong. */
ZET_API zet_status zet_search_status(const zet_search *search);

/* The place of a record. */
typedef struct zet_place {
    zet_text file;
    uint64_t number, line;
} zet_place;

/* Appends a line: `FILE:LINE: record N, ply P`, or a JSON object. No ply if it is below 0. */
ZET_API void zet_place_write(const zet_place *place, int64_t ply, bool json, zet_output *out);

/* Compares numbers by value and before other texts; other texts by their characters without case
   and accents, then by their bytes. The empty text comes last. Below 0, 0 or above 0. */
ZET_API int zet_text_compare(zet_text a, zet_text b);

/* Appends the form of a text that zet_text_compare compares before the bytes. */
ZET_API void zet_text_folded(zet_text text, zet_output *out);

/* Appends a file name, without an ending, made from any text: safe on every system. */
ZET_API void zet_text_file_name(zet_text text, zet_output *out);

/* Records that are copies of each other: the same moves from the same start by the same rules, or
   the first of these moves. */
typedef struct zet_copies zet_copies;

/* `min_plies`: the least plies of a copy with only the first moves; shorter games on two dates are
   two games. `names` may be NULL, else it must outlive the copies. */
ZET_API zet_copies *zet_copies_new(uint32_t min_plies, const zet_names *names, zet_error *error);
ZET_API void zet_copies_free(zet_copies *copies);

typedef struct zet_copied {
    uint64_t line_key; /* zet_step.line of the last step */
    uint32_t given;    /* zet_record_given */
    int64_t tag;       /* the caller's own */
} zet_copied;

/* Adds a record with moves. Records are numbered from 0 in this order. */
ZET_API zet_status zet_copies_add(zet_copies *copies, const zet_entry *entry,
                                  const zet_copied *copied, zet_error *error);

/* Notes the players of a record that is not added, because the first name of a person is the one
   shown. */
ZET_API zet_status zet_copies_meet(zet_copies *copies, const zet_entry *entry, zet_error *error);

/* Notes that a record continues from where the moves of a shorter one end; once for each line of
   moves, in ascending order of `longer`. */
ZET_API void zet_copies_extend(zet_copies *copies, size_t shorter, size_t longer);

/* Forms the groups; once, after all that. */
ZET_API zet_status zet_copies_group(zet_copies *copies, zet_error *error);

/* The relation of a record to another one of its group. SAME: the same moves, and no different
   names; SPELLING: the same moves, similar names; OTHERS: the same moves, different players;
   TRUNCATED: the other one begins with its moves. */
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
    zet_copy_kind kind; /* NONE: the first of its group, which has the most moves */
    unsigned names_are; /* the difference of the names, from 0; 3: other people */
    uint32_t continued; /* records that continue from where this one ends */
} zet_copy;

/* The next record of a group of two or more, each record once: the groups in the order of their
   first records, the record with the most moves before the others. False at the end. */
ZET_API bool zet_copies_next(zet_copies *copies, zet_copy *out);

/* Appends the record as a line of the report, as text or as a JSON object. */
ZET_API void zet_copy_write(const zet_copy *copy, const zet_place *place, const zet_place *of,
                            bool json, zet_output *out);

/* The record of a game to keep: the one with the most moves, and of those the one with the largest
   zet_record_given; the one of the latest date, and of those the last; the first. */
typedef enum zet_keep { ZET_KEEP_COMPLETE, ZET_KEEP_NEWEST, ZET_KEEP_FIRST } zet_keep;

/* After zet_copies_group: chooses one record of each game. Records of a group belong to one game
   unless their players differ, or they are short and their dates differ. */
ZET_API zet_status zet_copies_choose(zet_copies *copies, zet_keep keep, zet_error *error);
ZET_API bool zet_copies_is_dropped(const zet_copies *copies, size_t number);

/* ZET_OUT_OF_MEMORY if names could not be compared. */
ZET_API zet_status zet_copies_status(const zet_copies *copies);

/* Diagrams.
 *
 * Options are set by name; they and a position or a record make a diagram:
 *
 *     zet_diagram_options *options = zet_diagram_options_new(&error);
 *     zet_diagram_options_set(options, "format", "svg", &error);
 *     zet_diagram *diagram = zet_diagram_new(position, options, &error);
 *     zet_diagram_write(diagram, NULL, out, &error);
 *
 * The catalogues ZET_DIAGRAM_OPTIONS, ZET_DIAGRAM_FORMATS and ZET_THEMES have the names. */
typedef struct zet_diagram_options zet_diagram_options;

ZET_API zet_diagram_options *zet_diagram_options_new(zet_error *error);
ZET_API void zet_diagram_options_free(zet_diagram_options *options);

/* Sets an option; the value is copied. An option that is on or off takes "true" and "false", and
   NULL for "true". ZET_REFUSED if the option does not exist or cannot have this value; then the
   options stay as they were. */
ZET_API zet_status zet_diagram_options_set(zet_diagram_options *options, const char *option,
                                           const char *value, zet_error *error);

/* The format of the options, or NULL. */
ZET_API const char *zet_diagram_options_format(const zet_diagram_options *options);

/* The folder of the option `assets`, as it was given; empty if it was not given. The caller writes
   the files of zet_page_asset_at into it: the file at `index`, from 0, under the returned name.
   Past the last one it returns NULL and writes nothing. */
ZET_API zet_text zet_diagram_options_assets(const zet_diagram_options *options);
ZET_API const char *zet_page_asset_at(size_t index, zet_output *out);

/* ZET_REFUSED if the options cannot be combined. `record`: they are for records, else for
   positions. */
ZET_API zet_status zet_diagram_options_check(const zet_diagram_options *options, bool record,
                                             zet_error *error);

/* The diagram format for a file of that name, by its ending; NULL if the ending says nothing. */
ZET_API const char *zet_diagram_format_of(const char *file);

/* Whether a format has a property. False if the format does not exist. */
typedef enum zet_format_trait {
    ZET_FORMAT_SEVERAL, /* a file can hold more than one diagram */
    ZET_FORMAT_STREAMS, /* the file is complete after each diagram */
    ZET_FORMAT_BINARY,  /* it is not text */
    ZET_FORMAT_CANVAS   /* it is drawn on a canvas, which the caller must supply */
} zet_format_trait;
ZET_API bool zet_diagram_format_is(const char *format, zet_format_trait trait);

/* A diagram of a position; of a record's position; or of a record as a whole (format html). The
   options must outlive it. */
typedef struct zet_diagram zet_diagram;

/* Of a position, which may be freed before the diagram. */
ZET_API zet_diagram *zet_diagram_new(const zet_position *position,
                                     const zet_diagram_options *options, zet_error *error);
ZET_API void zet_diagram_free(zet_diagram *diagram);

/* The marks that a crop hides, such as `h8, a1-b2`; empty: none. Valid as long as the diagram. */
ZET_API zet_text zet_diagram_left_out(const zet_diagram *diagram);

/* The diagrams of a record by the options `at` and `moves`, one after the other. The reader must
   keep the moves (zet_reader_keep_moves). */
typedef struct zet_diagrams zet_diagrams;

/* Valid as long as the record. NULL with ZET_REFUSED in *error if the record has no position, or
   lacks the plies or cells that the options name. A record with an error is drawn up to it. */
ZET_API zet_diagrams *zet_diagrams_new(const zet_record *record, const zet_diagram_options *options,
                                       zet_error *error);
ZET_API void zet_diagrams_free(zet_diagrams *diagrams);

/* The next one in *diagram, numbered by the option `figure` plus `drawn`; valid until the next
   call. ZET_END after the last one. */
ZET_API zet_status zet_diagrams_next(zet_diagrams *diagrams, size_t drawn,
                                     const zet_diagram **diagram, zet_error *error);

/* A point, or a size. x goes to the right, y down. */
typedef struct zet_point {
    double x, y;
} zet_point;

#define ZET_NO_COLOR 0xFF000000U

/* Colors are 0xRRGGBB, or ZET_NO_COLOR. Line ends and joins are round. */
typedef struct zet_paint {
    uint32_t fill, stroke;
    double width; /* of the stroke */
    double dash;  /* the length of dashes and gaps; 0: none */
} zet_paint;

/* A line of text: the start, the middle or the end (anchor 0, 0.5, 1) of its baseline is at a
   point. A text that is wider than `room` is cut and ends with dots; room 0: any width. */
typedef struct zet_canvas_text {
    zet_point at;
    double anchor;
    double height; /* of its font */
    double room;
    bool bold;
    uint32_t color;
    zet_text text; /* UTF-8 without control characters */
} zet_canvas_text;

/* A surface for diagrams: functions of the caller, which get the caller's `context`. `close`
   reports all failures. */
struct zet_canvas {
    /* Begins a file of that format: "pdf" (lengths are mm), "png" (pixels). Its bytes go to `write`
       until `close` has returned. NULL with *error. */
    void *(*open)(const char *format, zet_write_function *write, void *to, zet_error *error);

    /* Begins the next page of that size. The title is of the file, from the first page. Without a
       background (ZET_NO_COLOR) a picture is transparent. */
    void (*page)(void *context, zet_point size, const char *title, uint32_t background);

    /* From here on the point `low` is at `at`, and all lengths are multiplied by `scale`. */
    void (*place)(void *context, zet_point at, zet_point low, double scale);

    void (*rectangle)(void *context, const zet_paint *paint, zet_point at, zet_point size);
    void (*circle)(void *context, const zet_paint *paint, zet_point center, double radius);

    /* Points joined by straight lines; `curve`: a point, and three for each piece of a cubic Bezier
       curve. */
    void (*path)(void *context, const zet_paint *paint, const zet_point *points, size_t count,
                 bool curve, bool closed);
    void (*text)(void *context, const zet_canvas_text *text);

    /* Until clip_end, only the part within the rectangle is visible. Clips do not nest. */
    void (*clip)(void *context, zet_point at, zet_point size);
    void (*clip_end)(void *context);

    /* Completes the file and frees the context, also after a failure. */
    zet_status (*close)(void *context, zet_error *error);

    /* Optional: the name of the font of all texts, after `open`. */
    void (*font)(void *context, const char *name);

    /* Optional: the width of a text of that height. */
    double (*measure)(void *context, zet_text text, double height, bool bold);
};

/* A file of diagrams, written one by one, in the format of the options. The options, the canvas
   (which may be NULL) and the output must outlive it. */
typedef struct zet_diagram_file zet_diagram_file;

ZET_API zet_diagram_file *zet_diagram_file_new(const zet_diagram_options *options,
                                               const zet_canvas *canvas, zet_output *out,
                                               zet_error *error);

/* Appends a diagram to the file. */
ZET_API zet_status zet_diagram_file_add(zet_diagram_file *file, const zet_diagram *diagram,
                                        zet_error *error);

/* Completes the file. It must still be freed. */
ZET_API zet_status zet_diagram_file_end(zet_diagram_file *file, zet_error *error);
ZET_API void zet_diagram_file_free(zet_diagram_file *file);

/* Writes a file with only this diagram. */
ZET_API zet_status zet_diagram_write(const zet_diagram *diagram, const zet_canvas *canvas,
                                     zet_output *out, zet_error *error);

/* Tasks: the work of the program's commands, over any number of streams. The catalogues ZET_TASKS
 * and ZET_TASK_OPTIONS list them. */
typedef struct zet_task zet_task;

typedef struct zet_counts {
    uint64_t records, invalid;        /* invalid: records with an error */
    uint64_t errors, warnings, notes; /* findings */
    uint64_t changed;                 /* streams with a changed text (format, fix, score) */
    uint64_t bytes;                   /* read */
    uint64_t others;  /* documents of other YAML, without any key that makes a record */
    uint64_t refuted; /* claims that are wrong, and points that could not be written (score) */
} zet_counts;

/* Nanoseconds of a clock that never goes back; called from any thread. */
typedef uint64_t zet_clock_function(void *context);

/* Called in the thread of zet_task_run after some records. False stops the task. */
typedef bool zet_progress_function(void *context, const zet_counts *counts);

/* Receives the files that a task makes, one at a time: `begin`, `write` any number of times, and
   `end`. A name has no `/`, does not begin with `.`, is UTF-8 of at most 120 bytes, and differs
   from the others in more than case; it is valid during the call. Each function returns false on
   failure, after which no function is called again. */
typedef struct zet_folder {
    bool (*begin)(void *context, const char *name);
    bool (*write)(void *context, const char *bytes, size_t size);
    bool (*end)(void *context);
    void *context;
} zet_folder;

/* The inputs and outputs of a task; all of them are optional. */
typedef struct zet_task_io {
    zet_output *out;      /* the result */
    zet_output *messages; /* findings and remarks that are not part of the result */
    zet_output *copy;     /* the streams with the task's changes (score with `write`) */
    const zet_settings *settings;
    bool may_lack_records;     /* a stream without records is not an error; else one is reported */
    const zet_folder *folder;  /* of the files of the task site */
    zet_clock_function *clock; /* without it, time limits have no effect */
    zet_progress_function *progress;
    void *context; /* of clock and progress */
} zet_task_io;

/* `io`, or NULL, must outlive the task. The caller may change it between two streams. */
ZET_API zet_task *zet_task_new(const char *name, const zet_task_io *io, zet_error *error);
ZET_API void zet_task_free(zet_task *task);

/* Sets an option, before the first stream. An option that is on or off takes "true" and "false",
   and NULL for "true". Some options may be given several times. ZET_REFUSED if the option does not
   exist or cannot have this value. */
ZET_API zet_status zet_task_set(zet_task *task, const char *option, const char *value,
                                zet_error *error);

/* Gives the task a text that it needs besides its streams. score takes `claims`, standings to be
   compared with its own; score and site take `tournament`, a tournament file; site also takes
   `front`, several times, the tournaments of a page about several; score, fix and site take
   `names`, a names file (docs/reference/names.md); every task takes `default-names`, a names file
   that it ignores if it does not need one; fix takes `with`, the other sheets. `name` is used in
   messages. Both must outlive the task. ZET_REFUSED if the task does not take such a text. */
ZET_API zet_status zet_task_attach(zet_task *task, const char *what, const char *name,
                                   zet_text text, zet_error *error);

/* Checks whether the options can be combined, as the first zet_task_run does otherwise. After it no
   option may be set. */
ZET_API zet_status zet_task_check(zet_task *task, zet_error *error);

/* Runs over one stream. `name` is used in reports. Summaries and tables are computed over all
   streams. The option `jobs` does not change the result. */
ZET_API zet_status zet_task_run(zet_task *task, const char *name, zet_read_function *read,
                                void *context, zet_error *error);
ZET_API zet_status zet_task_run_text(zet_task *task, const char *name, zet_text text,
                                     zet_error *error);

/* Writes the end of the result, such as a summary or a table. Once only: after it, also if it
   failed, the task refuses to run or finish again (ZET_REFUSED). */
ZET_API zet_status zet_task_finish(zet_task *task, zet_error *error);

/* The counts so far. They live as long as the task. */
ZET_API const zet_counts *zet_task_counts(const zet_task *task);

#ifdef __cplusplus
}
#endif

#endif
