#include "cli/line_editor.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/command.h"
#include "cli/line_reader.h"
#include "cli/list.h"

/* Keys that cannot be typed: the key reader sends them to the editor. They are bound to functions
   of this file. libedit supports keys up to 255. */
enum { KEY_REFRESH = 0x1F, TYPED_BYTES_MAX = 2000, SECOND = 1000, LIST_MAX = 200, HISTORY = 200 };

static struct {
    const struct line_user *user;
    EditLine *editor; /* NULL: not a terminal */
    History *history;
    char *line; /* the line that was read */
    bool ended, too_long;
    mbstate_t rest; /* of an incomplete character */
    char **offer;   /* completions */
    size_t offer_count, offer_cap;
} ed;

/* Signals during the reading of a line. */

static volatile sig_atomic_t caught_end, caught_stop, caught_resize, caught_suspend,
    caught_continue;

static void catch_signal(int number) {
    switch (number) {
    case SIGINT: caught_stop = 1; break;
    case SIGWINCH: caught_resize = 1; break;
    case SIGTSTP: caught_suspend = 1; break;
    case SIGCONT: caught_continue = 1; break;
    default: caught_end = number;
    }
}

static const int caught[] = {SIGINT, SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGQUIT};
enum { CAUGHT = sizeof caught / sizeof *caught };

static void catch_all(struct sigaction before[CAUGHT]) {
    const struct sigaction action = {.sa_handler = catch_signal};
    caught_stop = 0;
    for (size_t i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* nohup stays in force */
            sigaction(caught[i], &action, NULL);
    }
}

static void release_all(const struct sigaction before[CAUGHT]) {
    for (size_t i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &before[i], NULL);
}

#define WORD(x) #x
#define DOTTED(major, minor) WORD(major) "." WORD(minor)

const char *line_editor_version(void) { return DOTTED(LIBEDIT_MAJOR, LIBEDIT_MINOR); }

bool line_editor_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/* Keys. */

/* Stops the program until it is continued; meanwhile the terminal has its normal mode. */
static void suspend(void) {
    caught_suspend = 0;
    el_set(ed.editor, EL_PREP_TERM, 0);
    raise(SIGSTOP);
    caught_continue = 1;
}

/* Handles pending signals. Returns false if the line is over. */
static bool heed_signals(bool *redraw) {
    if (caught_suspend)
        suspend();
    if (caught_continue)
        el_set(ed.editor, EL_PREP_TERM, 1);
    if (caught_resize)
        el_resize(ed.editor);
    *redraw |= caught_continue || caught_resize;
    caught_continue = caught_resize = 0;
    return !caught_end && !caught_stop;
}

/* Gets the character that ends with the byte; false if it is incomplete. Invalid UTF-8 becomes
   U+FFFD; a byte that interrupts a character begins a new one. */
static bool take_byte(char byte, wchar_t *to) {
    bool first = mbsinit(&ed.rest);
    size_t n = mbrtowc(to, &byte, 1, &ed.rest);
    if (n == (size_t)-2)
        return false;
    if (n && n != (size_t)-1)
        return true;
    ed.rest = (mbstate_t){0};
    if (!first)
        return take_byte(byte, to);
    *to = 0xFFFD;
    return true;
}

/* Waits at most a second for a byte. Returns 1, 0 at the end of the input, or -1 without a byte. */
static int read_byte(unsigned char *to) {
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    int ready = poll(&in, 1, SECOND);
    if (ready <= 0)
        return -1;
    ssize_t n = read(STDIN_FILENO, to, 1);
    return n < 0 ? (errno == EINTR || errno == EAGAIN ? -1 : 0) : (int)n;
}

/* Gets the next key for libedit. Returns 1, or -1 if the line is over. */
static int read_key(EditLine *editor, wchar_t *to) {
    (void)editor;
    for (;;) {
        bool redraw = false;
        unsigned char byte;
        if (!heed_signals(&redraw))
            return -1;
        int n = redraw ? -1 : read_byte(&byte);
        if (n == 0) {
            ed.ended = true;
            return -1;
        }
        if (n < 0) {
            if (!heed_signals(&redraw))
                return -1;
            *to = redraw ? L'\x12' : KEY_REFRESH;
            return 1;
        }
        const LineInfo *line = el_line(ed.editor);
        if (line->lastchar - line->buffer >= TYPED_BYTES_MAX && byte >= ' ' && byte != 0x7F) {
            ed.too_long = true; /* until the line ends */
            continue;
        }
        if (take_byte((char)byte, to))
            return 1;
    }
}

/* Completion. */

static void keep_offer(void *to, const char *text) {
    (void)to;
    if (!list_reserve(&ed.offer, &ed.offer_cap, ed.offer_count + 1, sizeof *ed.offer))
        return;
    ed.offer[ed.offer_count] = strdup(text);
    if (ed.offer[ed.offer_count])
        ed.offer_count++;
}

static void drop_offers(void) {
    while (ed.offer_count)
        free(ed.offer[--ed.offer_count]);
}

/* The length in bytes of the common prefix of all offers. */
static size_t common_length(void) {
    size_t n = strlen(ed.offer[0]);
    for (size_t i = 1; i < ed.offer_count; i++)
        for (size_t k = 0; k < n; k++)
            if (ed.offer[i][k] != ed.offer[0][k])
                n = k;
    return n;
}

/* Prints the offers in columns below the line. */
static void list_offers(void) {
    size_t widest = 0, columns = 0, count = ed.offer_count < LIST_MAX ? ed.offer_count : LIST_MAX;
    int width = 0;
    el_get(ed.editor, EL_GETTC, "co", &width, NULL);
    for (size_t i = 0; i < count; i++)
        if (strlen(ed.offer[i]) > widest)
            widest = strlen(ed.offer[i]);
    columns = width > 0 ? (size_t)width / (widest + 2) : 1;
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        bool last = !columns || (i + 1) % columns == 0 || i + 1 == count;
        printf("%-*s%s", last ? 0 : (int)widest + 2, ed.offer[i], last ? "\n" : "");
    }
    if (count < ed.offer_count)
        printf("and %zu more\n", ed.offer_count - count);
    fflush(stdout);
}

/* The number of UTF-8 characters. */
static size_t characters(const char *s) {
    size_t n = 0;
    for (; *s; s++)
        n += (*s & 0xC0) != 0x80;
    return n;
}

/* Replaces the word `begun` with the text. The part of it that already follows the cursor is not
   repeated. */
static void put_completion(EditLine *editor, const char *begun, const char *text) {
    const LineInfo *line = el_line(editor);
    const char *added = text + strlen(begun);
    size_t there = 0;
    while (line->cursor + there < line->lastchar && added[there] &&
           line->cursor[there] == added[there])
        there++;
    char *passed = strndup(added, there);
    if (!passed)
        return;
    int characters_passed = (int)characters(passed);
    el_cursor(editor, characters_passed);
    el_deletestr(editor, (int)characters(begun) + characters_passed);
    el_insertstr(editor, text);
    free(passed);
}

static unsigned char complete(EditLine *editor, int key) {
    (void)key;
    const LineInfo *line = el_line(editor);
    const char *word = line->cursor;
    while (word > line->buffer && word[-1] != ' ')
        word--;
    char *before = strndup(line->buffer, (size_t)(word - line->buffer));
    char *begun = strndup(word, (size_t)(line->cursor - word));
    unsigned char action = CC_ERROR;
    drop_offers();
    if (before && begun)
        ed.user->complete(ed.user->context, before, begun, keep_offer, NULL);
    if (ed.offer_count) {
        size_t length = strlen(begun), common = common_length();
        if (common > length || ed.offer_count == 1) {
            char *text = strndup(ed.offer[0], common);
            if (text)
                put_completion(editor, begun, text);
            free(text);
            action = CC_REFRESH;
        } else {
            list_offers();
            action = CC_REDISPLAY;
        }
    }
    free(before);
    free(begun);
    return action;
}

static unsigned char refresh(EditLine *editor, int key) {
    (void)editor, (void)key;
    return CC_REFRESH;
}

static char *prompt(EditLine *editor) {
    (void)editor;
    return (char *)ed.user->prompt(ed.user->context);
}

/* Opening. */

static bool open_editor(void) {
    HistEvent event;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    ed.editor = el_init("zet", stdin, stdout, stderr);
    ed.history = history_init();
    if (!ed.editor || !ed.history)
        return command_error("the line editor could not be started; TERM may not be set"), false;
    history(ed.history, &event, H_SETSIZE, HISTORY);
    el_set(ed.editor, EL_EDITOR, "emacs");
    el_set(ed.editor, EL_SIGNAL, 0);
    el_set(ed.editor, EL_HIST, history, ed.history);
    el_set(ed.editor, EL_PROMPT, prompt);
    el_set(ed.editor, EL_GETCFN, read_key);
    el_set(ed.editor, EL_ADDFN, "zet-complete", "completes a move", complete);
    el_set(ed.editor, EL_ADDFN, "zet-refresh", "shows the prompt again", refresh);
    el_set(ed.editor, EL_BIND, "^I", "zet-complete", NULL);
    el_set(ed.editor, EL_BIND, "^_", "zet-refresh", NULL);
    el_set(ed.editor, EL_BIND, "^R", "ed-redisplay", NULL);
    return true;
}

bool line_editor_open(const struct line_user *user) {
    ed.user = user;
    return !line_editor_is_terminal() || open_editor();
}

void line_editor_close(void) {
    if (ed.editor)
        el_end(ed.editor);
    if (ed.history)
        history_end(ed.history);
    drop_offers();
    free(ed.offer);
    free(ed.line);
    memset(&ed, 0, sizeof ed);
    line_reader_close();
}

/* Reading. */

static enum line_end edit_line(const char **line) {
    struct sigaction before[CAUGHT];
    HistEvent event;
    int count = 0;
    ed.too_long = ed.ended = false;
    ed.rest = (mbstate_t){0};
    fflush(stdout);
    catch_all(before);
    /* Called before the prompt: an end of input typed while the terminal is still in line mode
       would be lost when the mode changes. */
    el_set(ed.editor, EL_PREP_TERM, 1);
    const char *read = el_gets(ed.editor, &count);
    release_all(before);
    int signal = caught_end;
    if (signal) {
        putchar('\n');
        fflush(stdout);
        raise(signal); /* ends the program */
    }
    if (caught_stop || !read || count <= 0)
        putchar('\n');
    if (caught_stop)
        return LINE_STOPPED;
    if (!read || count <= 0)
        return LINE_ENDED;
    if (ed.too_long)
        return LINE_BAD;
    char *copy = strndup(read, (size_t)count);
    free(ed.line);
    ed.line = copy;
    if (!copy)
        return LINE_NO_ROOM;
    copy[strcspn(copy, "\r\n")] = '\0';
    if (*copy)
        history(ed.history, &event, H_ENTER, copy);
    *line = copy;
    return LINE_READ;
}

enum line_end line_editor_read(const char **line) {
    return ed.editor ? edit_line(line) : line_reader_read(line);
}
