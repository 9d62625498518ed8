#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compression.h"
#include "cli/header_options.h"
#include "cli/replace.h"
#include "notation/base/option.h"

enum { LINE_BYTES = 64 * 1024, WHOLE_MAX = 8 * 1024 * 1024, SAFE_BYTES = 1024, SUGGESTIONS = 8 };

/* Each move keeps its position: these take about 40 MB. */
enum { MOVES_MAX = 20000 };

struct options {
    struct position_options position;
    struct header_options header;
};

/* A game that is being taken down. Starts zeroed. */
struct session {
    zet_game *game;
    const char *name;                  /* of the game */
    const char *path;                  /* of the file; NULL: standard output gets the record */
    struct stat was;                   /* the file as it was last read or written */
    bool there;                        /* the file exists */
    bool unsaved;                      /* the file lacks the last changes */
    bool terminal;                     /* a person types; else the lines are a script */
    bool resigned, in_playout, failed; /* failed: memory ran out */
    size_t playout_from;               /* the playout of Hogga begins after this many moves */
    size_t line;                       /* of a script */
    char *saved_as;                    /* the path that `save` gave; or NULL */
};

static const zet_position *position_of(const struct session *s) {
    return zet_game_position(s->game);
}

static bool is_over(const struct session *s) {
    return s->resigned || zet_position_outcome(position_of(s)).result != ZET_RESULT_OPEN;
}

static void begin_playout(struct session *s) {
    zet_error error = {0};
    if (!s->in_playout && zet_game_begin_playout(s->game, &error) == ZET_OK) {
        s->in_playout = true;
        s->playout_from = zet_position_ply(position_of(s));
    }
    s->failed |= error.status == ZET_OUT_OF_MEMORY;
}

/* Says why a line was refused; of a script with its number. */
static void print_refusal(const struct session *s, const char *what, const char *why,
                          const zet_finding *finding) {
    char place[64] = "", safe_what[SAFE_BYTES], safe_why[SAFE_BYTES];
    if (!s->terminal)
        snprintf(place, sizeof place, "-:%zu: error: ", s->line);
    zet_text_copy_safe(zet_text_of(what), safe_what, sizeof safe_what);
    zet_text_copy_safe(zet_text_of(why), safe_why, sizeof safe_why);
    fflush(stdout);
    fprintf(stderr, "%s%s: %s%s%s%s%s%s\n", place, safe_what, safe_why, finding ? " [" : "",
            finding ? finding->code : "", finding && finding->reason ? "/" : "",
            finding && finding->reason ? finding->reason : "", finding ? "]" : "");
}

static void print_suggestions(struct session *s, const char *move) {
    zet_error error = {0};
    zet_moves *moves =
        zet_moves_similar_new(position_of(s), zet_text_of(move), SUGGESTIONS, &error);
    s->failed |= error.status == ZET_OUT_OF_MEMORY;
    size_t count = moves ? zet_moves_count(moves) : 0;
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "%s%s", i ? ", " : "  did you mean ", zet_moves_text(moves, i));
    fputs(count ? "?\n" : "", stderr);
    zet_moves_free(moves);
}

static bool refuse_line(struct session *s, const char *what, const zet_error *error) {
    const zet_finding *why = error->status == ZET_REFUSED ? zet_game_refusal(s->game) : NULL;
    s->failed |= error->status == ZET_OUT_OF_MEMORY;
    print_refusal(s, what, error->message, why);
    if (why && !strcmp(why->code, "illegal-move"))
        print_suggestions(s, what);
    return false;
}

static bool print_board(const struct session *s) {
    zet_error error = {0};
    zet_output *out = zet_output_new(NULL, NULL);
    zet_diagram_options *how = out ? zet_diagram_options_new(&error) : NULL;
    zet_diagram *diagram = NULL;
    bool drawn = how &&
                 zet_diagram_options_set(how, "format", command_board_format(), &error) == ZET_OK &&
                 (diagram = zet_diagram_new(position_of(s), how, &error)) &&
                 zet_diagram_write(diagram, out, &error) == ZET_OK;
    if (drawn)
        drawn = command_print(out, stdout);
    else
        command_error("%s", *error.message ? error.message : "out of memory");
    zet_diagram_free(diagram);
    zet_diagram_options_free(how);
    zet_output_free(out);
    return drawn;
}

static bool print_outcome(const struct session *s) {
    zet_text how;
    if (!s->in_playout && !is_over(s))
        return true;
    const zet_record *record = zet_game_record(s->game, NULL);
    if (!record)
        return command_error("out of memory"), false;
    zet_result result = zet_record_result(record, &how);
    int64_t points = zet_record_points(record);
    printf("%s%s: %.*s",
           result == ZET_RESULT_DRAW ? "" : zet_side_name(s->name, result != ZET_RESULT_WIN_0),
           result == ZET_RESULT_DRAW ? "the game is drawn" : " wins", (int)how.length, how.at);
    if (points >= 0)
        printf("; %lld point%s", (long long)points, points == 1 ? "" : "s");
    putchar('\n');
    if (s->in_playout && !is_over(s))
        printf("%s may play on alone until all are home: each of these moves is a point\n",
               zet_side_name(s->name, zet_position_turn(position_of(s))));
    return true;
}

static bool refuse_file(const char *path, const char *why) {
    return command_error("%s: %s", path, why), false;
}

static zet_output *read_file(struct session *s) {
    char room[64 * 1024];
    zet_output *text = zet_output_new(NULL, NULL);
    int descriptor = open(s->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    ssize_t n = descriptor < 0 || fstat(descriptor, &s->was) ? -1 : 1;
    while (text && n > 0 && zet_output_text(text).length <= WHOLE_MAX) {
        n = read(descriptor, room, sizeof room);
        if (n > 0)
            zet_output_write(text, (zet_text){room, (size_t)n});
    }
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    const char *why = n < 0                             ? strerror(error)
                      : !text || zet_output_flush(text) ? "out of memory"
                      : zet_output_text(text).length > WHOLE_MAX
                          ? "the file is too large for one record"
                      : !S_ISREG(s->was.st_mode) ? "this file cannot be replaced"
                                                 : NULL;
    if (!why)
        return text;
    refuse_file(s->path, why);
    zet_output_free(text);
    return NULL;
}

static bool save_file(struct session *s) {
    struct replacement file = {0};
    zet_error error = {0};
    zet_output *out = zet_output_new(NULL, NULL);
    if (!out || zet_game_write(s->game, out, &error) != ZET_OK) {
        zet_output_free(out);
        return command_error("%s", *error.message ? error.message : "out of memory"), false;
    }
    zet_text text = zet_output_text(out);
    bool saved = s->there ? replace_begin_same(&file, s->path, &s->was, COMPRESSION_NONE)
                          : replace_begin(&file, s->path, REPLACE_NEVER);
    if (saved) {
        replace_write(&file, text.at, text.length);
        saved = replace_commit(&file);
    }
    zet_output_free(out);
    if (file.placed) {
        s->there = true;
        s->was = file.made;
    }
    s->unsaved = !saved;
    return saved;
}

static bool print_record(const struct session *s) {
    zet_output *out = zet_output_new(NULL, NULL);
    bool written = out && zet_game_write(s->game, out, NULL) == ZET_OK;
    if (!written)
        command_error("out of memory");
    written = written && command_print(out, stdout);
    zet_output_free(out);
    return written;
}

static bool enter_game(struct session *s) {
    const zet_record *record = zet_game_record(s->game, NULL);
    if (!record)
        return command_error("out of memory"), false;
    s->name = zet_record_game(record);
    s->playout_from = zet_record_plies(record);
    s->in_playout = zet_position_ply(position_of(s)) > s->playout_from;
    begin_playout(s);
    return true;
}

static bool begin_record(struct session *s, const struct options *o) {
    zet_error error = {0};
    if (!position_check(&o->position) || !header_check(&o->header, o->position.game))
        return false;
    if (!header_game(&s->game, &o->position, &o->header, &error))
        return command_error("the header: %s", error.message), false;
    return enter_game(s) && (!s->path || save_file(s));
}

static bool check_unfinished(const struct session *s, const zet_record *record) {
    zet_finding f;
    for (size_t i = 0; zet_record_finding_at(record, i, &f); i++)
        if (f.severity == ZET_SEVERITY_ERROR) {
            command_error("%s: %.*s [%s%s%s]", s->path, (int)f.message.length, f.message.at, f.code,
                          f.reason ? "/" : "", f.reason ? f.reason : "");
            return false;
        }
    bool finished = zet_record_outcome(record).result == ZET_RESULT_OPEN &&
                    zet_record_result(record, NULL) != ZET_RESULT_OPEN;
    return !(finished || zet_record_value(record, "points").length) ||
           refuse_file(s->path, "the game is finished");
}

/* Continues the record in the file. The options must agree with it. */
static bool resume_record(struct session *s, const struct invocation *in) {
    static const char *const of_header[] = {"set", "variant", "rule", "position", NULL};
    const struct options *o = in->options;
    const char *given = command_first(in, of_header);
    zet_error error = {0};
    if (given) {
        command_error("%s: the header of an existing record is not changed; omit --%s", s->path,
                      given);
        return false;
    }
    replace_clean(s->path);
    zet_output *text = read_file(s);
    if (!text)
        return false;
    s->there = true;
    s->game = zet_game_read_new(zet_output_text(text), &error);
    zet_output_free(text);
    const zet_record *record = s->game ? zet_game_record(s->game, &error) : NULL;
    if (!record)
        return refuse_file(s->path, error.message);
    if (!check_unfinished(s, record))
        return false;
    if (o->position.game && strcmp(o->position.game, zet_record_game(record)) != 0)
        return refuse_file(s->path, "it is a record of another game");
    bool open = zet_record_outcome(record).result == ZET_RESULT_OPEN;
    if (open && (zet_game_remove(s->game, "termination", &error) != ZET_OK ||
                 zet_game_set(s->game, "result", zet_text_of("*"), &error) != ZET_OK))
        return refuse_file(s->path, error.message);
    return enter_game(s) && (!is_over(s) || refuse_file(s->path, "the game is finished"));
}

static bool play_move(struct session *s, const char *move) {
    zet_error error = {0};
    if (zet_position_ply(position_of(s)) >= MOVES_MAX)
        return print_refusal(s, move, "a record can have at most 20,000 moves here", NULL), false;
    if (zet_game_play(s->game, zet_text_of(move), &error) == ZET_OK) {
        begin_playout(s);
        return s->unsaved = true;
    }
    return refuse_line(s, move, &error);
}

/* The length of the next move at *word, after a move number (`12.` or `12...`). 0: no move. Stones
   that are given belong to the move after them. */
static size_t find_move(char **word) {
    static const char gift[] = "%give:";
    *word += strspn(*word, " \t");
    size_t digits = strspn(*word, "0123456789");
    if (digits && (*word)[digits] == '.')
        *word += digits + strspn(*word + digits, ".");
    size_t n = strcspn(*word, " \t");
    if (!strncmp(*word, gift, strlen(gift))) {
        n += strspn(*word + n, " \t");
        n += strcspn(*word + n, " \t");
    }
    return n;
}

static bool play_line(struct session *s, char *line) {
    while (*line) {
        size_t n = find_move(&line);
        char *end = line + n + (line[n] != '\0');
        line[n] = '\0';
        if (n && !play_move(s, line))
            return false;
        line = end;
    }
    return true;
}

static bool undo_move(struct session *s) {
    zet_error error = {0};
    if (zet_game_undo(s->game, &error) != ZET_OK)
        return refuse_line(s, "undo", &error);
    s->in_playout &= zet_position_ply(position_of(s)) >= s->playout_from;
    return s->unsaved = true;
}

/* The side to move resigns, or the one named. */
static bool resign_game(struct session *s, const char *side) {
    zet_error error = {0};
    const char *first = zet_side_name(s->name, 0), *second = zet_side_name(s->name, 1);
    bool is_first = *side ? !strcmp(side, first) : !zet_position_turn(position_of(s));
    if (*side && !is_first && strcmp(side, second) != 0)
        return print_refusal(s, "resign", "only the side that resigns may follow it", NULL), false;
    if (zet_game_end(s->game, is_first ? ZET_RESULT_WIN_1 : ZET_RESULT_WIN_0, "resignation",
                     &error) != ZET_OK)
        return refuse_line(s, "resign", &error);
    return s->resigned = s->unsaved = true;
}

/* Saves the record, from now on in the file that is named. A script is saved at its end. */
static bool save_record(struct session *s, const char *path) {
    struct stat st;
    if (*path && !lstat(path, &st))
        return print_refusal(s, path, "the file exists", NULL), false;
    if (!*path && !s->path)
        return print_refusal(s, "save", "a file name must follow it", NULL), false;
    char *copy = *path ? strdup(path) : NULL;
    if (*path && !copy)
        return s->failed = true, command_error("out of memory"), false;
    if (copy) {
        free(s->saved_as);
        s->path = s->saved_as = copy;
        s->there = false;
    }
    return s->unsaved = true;
}

static bool obey_line(struct session *s, char *line) {
    size_t n = strlen(line);
    while (n && strchr(" \t\r\n", line[n - 1]))
        line[--n] = '\0';
    line += strspn(line, " \t");
    size_t word = strcspn(line, " \t");
    const char *rest = line + word + strspn(line + word, " \t");
    if (s->resigned && *line)
        return print_refusal(s, line, "the game has ended", NULL), false;
    if (word == strlen("undo") && !memcmp(line, "undo", word) && !*rest)
        return undo_move(s);
    if (word == strlen("resign") && !memcmp(line, "resign", word))
        return resign_game(s, rest);
    if (word == strlen("save") && !memcmp(line, "save", word))
        return save_record(s, rest);
    return play_line(s, line);
}

/* Reads a line. Returns false at the end; *whole: it is text and not too long. */
static bool read_line(char line[LINE_BYTES], bool *whole) {
    if (!fgets(line, LINE_BYTES, stdin))
        return false;
    *whole = strchr(line, '\n') || feof(stdin);
    for (int c = *whole ? '\n' : 0; c != '\n' && c != EOF;)
        c = getchar();
    return true;
}

/* Takes lines until the input ends, or on a terminal a side resigns. A script ends at the first
   line that is refused: the lines after it were written for another position. Returns an exit
   status. */
static int take_lines(struct session *s) {
    static char line[LINE_BYTES];
    bool whole, obeyed = true;
    if (s->terminal && (!print_board(s) || !print_outcome(s)))
        return STATUS_ERROR;
    while (s->terminal ? !s->resigned : obeyed && !s->failed) {
        const char *side = zet_side_name(s->name, zet_position_turn(position_of(s)));
        if (s->terminal)
            printf("%s> ", is_over(s) ? "over" : side), fflush(stdout);
        if (!read_line(line, &whole))
            break;
        s->line++;
        obeyed = whole && obey_line(s, line);
        if (!whole)
            print_refusal(s, "the line", "this is not a line of text, or it is too long", NULL);
        if (s->terminal && s->path && s->unsaved)
            save_file(s); /* the next line tries again */
        if (s->terminal && obeyed && (!print_board(s) || !print_outcome(s)))
            return STATUS_ERROR;
    }
    if (ferror(stdin))
        return command_error("standard input: %s", strerror(errno));
    return s->terminal || (obeyed && !s->failed) ? STATUS_OK
           : s->failed                           ? STATUS_ERROR
                                                 : STATUS_INVALID;
}

static int finish_record(struct session *s, int status) {
    if (s->path && s->unsaved && !save_file(s))
        return STATUS_ERROR;
    if (!s->terminal && !print_outcome(s))
        return STATUS_ERROR;
    return s->path || print_record(s) ? status : STATUS_ERROR;
}

static int record_game(struct invocation *in) {
    struct stat st;
    const char *path = in->argument_count ? in->arguments[0] : NULL;
    struct session s = {.path = path, .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    if (in->argument_count > 1)
        return command_error("unexpected argument `%s`", in->arguments[1]);
    if (path && !*path)
        return command_error("the name is empty");
    if (path && compression_of_name(path, NULL) != COMPRESSION_NONE)
        return command_error(
            "%s: the record cannot be compressed; choose a name without this ending", path);
    bool begun = path && !lstat(path, &st) ? resume_record(&s, in) : begin_record(&s, in->options);
    int status = begun ? finish_record(&s, take_lines(&s)) : STATUS_ERROR;
    zet_game_free(s.game);
    free(s.saved_as);
    return command_finish(status);
}

static const zet_option options[] = {
    POSITION_OPTION_ROWS(struct options, position), HEADER_OPTION_ROW(struct options, header), {0}};

const struct command command_record = {
    .name = "record",
    .writes = true,
    .about = "take down a game, move by move",
    .arguments = "[FILE]",
    .examples = "  printf \"b10-b9 k4-k5\\n\" | zet record --game hogga --set black=\"A. Player\"\n"
                "  printf \"d4 e5\\nresign\\n\" | zet record --game akron\n",
    .help =
        "Take down a game from lines of input. A line holds moves, or one of these:\n"
        "  undo: takes back the last move\n"
        "  resign [SIDE]: the side to move resigns, or SIDE\n"
        "  save [FILE]: saves again, where it failed; from now on in FILE\n"
        "An illegal move is refused with its reason. An existing FILE is continued if it holds "
        "one\n"
        "valid record of an unfinished game. On a terminal the board is shown, and FILE is saved\n"
        "after each line (`rlwrap zet record FILE` adds history and editing of lines). A script "
        "is\n"
        "read up to the first line that is refused, and FILE is saved at its end; without FILE\n"
        "the record goes to standard output.\n",
    .help_end = "exit status: 0 the record is saved, 1 a line of a script was refused, 2 wrong "
                "usage, or a\n"
                "file that could not be read or written.\n",
    .options = options,
    .options_size = sizeof(struct options),
    .run = record_game,
};
