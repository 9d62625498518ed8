#include "cli/draw_process.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/spool.h"

#define LIBRARY "libzet_draw.so.1"
#define GLIB "libglib-2.0.so.0"
#define FONTCONFIG "libfontconfig.so.1"

/* What the child sends: a header, then so many bytes. */
enum frame_kind { FRAME_BYTES, FRAME_END_FILE, FRAME_INPUT, FRAME_INPUT_BESIDE, FRAME_STATUS };

struct frame {
    enum frame_kind kind;
    size_t size; /* FRAME_STATUS: the exit status */
};

/* The child. */

static bool send_frame(int descriptor, enum frame_kind kind, const char *bytes, size_t size) {
    const struct frame frame = {kind, size};
    if (spool_write(descriptor, &frame, sizeof frame) &&
        (!bytes || spool_write(descriptor, bytes, size)))
        return true;
    command_error("drawing: it could not be handed on: %s", strerror(errno));
    return false;
}

static bool send_bytes(void *context, const char *bytes, size_t size) {
    return send_frame(*(int *)context, FRAME_BYTES, bytes, size);
}

static bool send_end(void *context) { return send_frame(*(int *)context, FRAME_END_FILE, NULL, 0); }

/* The parent must not replace what the child reads. */
static bool send_input(void *context, const struct input_file *file, bool beside) {
    return send_frame(*(int *)context, beside ? FRAME_INPUT_BESIDE : FRAME_INPUT,
                      (const char *)file, sizeof *file);
}

/* GLib and Fontconfig wait for their own locks for ever where some of the allocations that they
   begin with fail. */

enum { IDLE_SECONDS_MAX = 8 };

/* Called once a second: ends the process where it has not worked for so long. */
static void end_if_idle(int signal) {
    static struct timespec before;
    static int idle;
    struct timespec now;
    (void)signal;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    bool worked = now.tv_sec > before.tv_sec || now.tv_nsec - before.tv_nsec > 1000 * 1000;
    before = now;
    idle = worked ? 0 : idle + 1;
    if (idle >= IDLE_SECONDS_MAX)
        abort();
}

static void watch_idle(bool on) {
    const struct itimerval second = {{on, 0}, {on, 0}};
    const struct sigaction action = {.sa_handler = end_if_idle, .sa_flags = SA_RESTART};
    if (on)
        sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &second, NULL);
}

bool draw_process_exists(void) { return true; }

/* Looks for the library beside a program that was not installed, then where both are installed. No
   search path is asked. NULL, with dlerror, where it is in none of these places. */
static void *load_library(void) {
    static const char *const places[] = {"/build/", "/", "/../lib/", NULL};
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    for (size_t i = 0; slash && places[i]; i++) {
        size_t room = sizeof path - (size_t)(slash - path);
        if (snprintf(slash, room, "%s%s", places[i], LIBRARY) >= (int)room || access(path, R_OK))
            continue;
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return dlopen(LIBRARY_FOLDER "/" LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

/* GLib's own handler allocates what it reports with, and then waits for itself if there is no
   memory for that. Ends the process where the message is the last one (G_LOG_FLAG_RECURSION,
   G_LOG_FLAG_FATAL, G_LOG_LEVEL_ERROR); the parent reports it. */
static void end_at_last_message(const char *domain, int level, const char *message, void *data) {
    enum { LAST = 1 | 2 | 4 };
    (void)domain, (void)message, (void)data;
    if (level & LAST)
        abort();
}

/* Before any other library of GLib's is loaded, since these allocate when they are. */
static void set_log_handler(void) {
    typedef void handler(const char *domain, int level, const char *message, void *data);
    handler *(*set)(handler *, void *) = NULL;
    void *library = dlopen(GLIB, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "g_log_set_default_handler") : NULL;
    if (symbol) {
        memcpy(&set, &symbol, sizeof set);
        set(end_at_last_message, NULL);
    }
}

/* Loads the configuration of fonts. Fontconfig itself would try that for ever where it has no
   memory for it. False if it fails. */
static bool load_fonts(void) {
    void *(*load)(void) = NULL;
    int (*set)(void *) = NULL;
    void *library = dlopen(FONTCONFIG, RTLD_NOW | RTLD_LOCAL);
    void *load_symbol = library ? dlsym(library, "FcInitLoadConfigAndFonts") : NULL;
    void *set_symbol = library ? dlsym(library, "FcConfigSetCurrent") : NULL;
    if (!load_symbol || !set_symbol)
        return true; /* the drawing library does without it, or cannot be loaded either */
    memcpy(&load, &load_symbol, sizeof load);
    memcpy(&set, &set_symbol, sizeof set);
    void *configuration = load();
    return configuration && set(configuration);
}

/* The library's canvas, or NULL after a message. It stays loaded as long as the process lives. */
static const zet_canvas *load_canvas(void) {
    const zet_canvas *(*get)(void) = NULL;
    set_log_handler();
    void *library = load_library();
    void *symbol = library ? dlsym(library, "zet_draw_canvas") : NULL;
    if (symbol && !load_fonts()) {
        command_error("drawing: out of memory");
        return NULL;
    }
    if (symbol) {
        memcpy(&get, &symbol, sizeof get);
        return get();
    }
    command_error("PDF and PNG are drawn by the library " LIBRARY ", which cannot be loaded (%s); "
                  "install it with zet, and the libraries cairo and Pango that it needs (Debian: "
                  "libcairo2, libpangocairo-1.0-0)",
                  dlerror());
    return NULL;
}

/* A PDF is written at its end only: a child whose parent was ended by a signal would draw on for
   nobody. */
static void end_with_parent(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(STATUS_ERROR);
}

static _Noreturn void run_child(draw_work *work, void *context, int descriptor) {
    const struct drawn_sink sink = {send_bytes, send_end, &descriptor};
    input_listen(send_input, &descriptor);
    watch_idle(true);
    const zet_canvas *canvas = load_canvas();
    watch_idle(false);
    int status = canvas ? work(context, canvas, &sink) : STATUS_ERROR;
    fflush(stderr);
    send_frame(descriptor, FRAME_STATUS, NULL, (size_t)status);
    _exit(0);
}

/* The parent. */

/* False at the end, or where reading fails. */
static bool receive_all(int descriptor, void *to, size_t size) {
    char *at = to;
    while (size) {
        ssize_t n = read(descriptor, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool pass_bytes(int descriptor, size_t size, const struct drawn_sink *to) {
    char piece[64 * 1024];
    while (size) {
        size_t n = size < sizeof piece ? size : sizeof piece;
        if (!receive_all(descriptor, piece, n) || !to->write(to->context, piece, n))
            return false;
        size -= n;
    }
    return true;
}

static bool receive_input(int descriptor, bool beside) {
    struct input_file file;
    if (!receive_all(descriptor, &file, sizeof file))
        return false;
    if (!input_remember(&file, beside))
        return command_error("out of memory"), false;
    return true;
}

static bool receive_frame(int descriptor, const struct frame *frame, const struct drawn_sink *to) {
    switch (frame->kind) {
    case FRAME_BYTES: return pass_bytes(descriptor, frame->size, to);
    case FRAME_INPUT: return receive_input(descriptor, false);
    case FRAME_INPUT_BESIDE: return receive_input(descriptor, true);
    default: return to->end_file(to->context);
    }
}

/* Passes everything on. The work's status; -1 where the process ended before it sent one;
   STATUS_ERROR where the sink failed. */
static int receive(int descriptor, const struct drawn_sink *to) {
    struct frame frame;
    while (receive_all(descriptor, &frame, sizeof frame)) {
        if (frame.kind == FRAME_STATUS)
            return (int)frame.size;
        if (!receive_frame(descriptor, &frame, to))
            return STATUS_ERROR;
    }
    return -1;
}

static int report_death(int how) {
    if (WIFSIGNALED(how))
        return command_error("the drawing library failed (%s): it may be out of memory",
                             strsignal(WTERMSIG(how)));
    return command_error("the drawing library ended the drawing: it may be out of memory");
}

int draw_process_run(draw_work *work, void *context, const struct drawn_sink *to) {
    int ends[2], how = 0;
    fflush(NULL);
    if (pipe(ends))
        return command_error("drawing: %s", strerror(errno));
    const pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) {
        int why = errno;
        close(ends[0]);
        close(ends[1]);
        return command_error("drawing: %s", strerror(why));
    }
    if (child == 0) {
        close(ends[0]);
        end_with_parent(parent);
        run_child(work, context, ends[1]);
    }
    close(ends[1]);
    int status = receive(ends[0], to);
    close(ends[0]); /* a child that still writes gets SIGPIPE */
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    return status < 0 ? report_death(how) : status;
}
