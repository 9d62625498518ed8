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

#include "cli/command.h"
#include "cli/replace.h"

#define LIBRARY "libzet_draw.so.1"
#define GLIB "libglib-2.0.so.0"
#define FONTCONFIG "libfontconfig.so.1"

/* GLib and Fontconfig deadlock if some of their initial allocations fail. */

enum { IDLE_SECONDS_MAX = 8 };

/* Called once a second: ends the process after IDLE_SECONDS_MAX without CPU time. */
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

/* Looks for the library next to an uninstalled program, then at the installed place. Uses no search
   path. Returns NULL, with dlerror, if not found. */
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

/* GLib's own handler allocates memory for its report and deadlocks without it. This one ends the
   process at a final message (G_LOG_FLAG_RECURSION, G_LOG_FLAG_FATAL, G_LOG_LEVEL_ERROR); the
   parent reports it. */
static void end_at_last_message(const char *domain, int level, const char *message, void *data) {
    enum { LAST = 1 | 2 | 4 };
    (void)domain, (void)message, (void)data;
    if (level & LAST)
        abort();
}

/* Finds a function of a library by name; false if it is missing. `to` is the address of a pointer
   to it. */
static bool find(void *library, const char *name, void *to) {
    void *symbol = library ? dlsym(library, name) : NULL;
    if (symbol)
        memcpy(to, &symbol, sizeof symbol);
    return symbol;
}

/* Called before other GLib libraries are loaded, since loading them allocates. */
static void set_log_handler(void) {
    typedef void handler(const char *domain, int level, const char *message, void *data);
    handler *(*set)(handler *, void *);
    if (find(dlopen(GLIB, RTLD_NOW | RTLD_LOCAL), "g_log_set_default_handler", &set))
        set(end_at_last_message, NULL);
}

/* Loads the font configuration. Without memory Fontconfig itself would retry forever. Returns false
   on failure. */
static bool load_fonts(void) {
    void *(*load)(void);
    int (*set)(void *);
    void *library = dlopen(FONTCONFIG, RTLD_NOW | RTLD_LOCAL);
    if (!find(library, "FcInitLoadConfigAndFonts", &load) ||
        !find(library, "FcConfigSetCurrent", &set))
        return true; /* drawing works without it, or cannot be loaded either */
    void *configuration = load();
    return configuration && set(configuration);
}

/* Returns the library's canvas, or NULL after a message. The library is never unloaded. */
static const zet_canvas *load_canvas(void) {
    const zet_canvas *(*get)(void);
    set_log_handler();
    if (!find(load_library(), "zet_draw_canvas", &get))
        command_error("PDF and PNG are drawn by the library " LIBRARY
                      ", which cannot be loaded (%s); install it with zet, and the libraries cairo "
                      "and Pango that it needs (Debian: libcairo2, libpangocairo-1.0-0)",
                      dlerror());
    else if (!load_fonts())
        command_error("drawing: out of memory");
    else
        return get();
    return NULL;
}

/* The child. */

/* Signals of a library that lacks memory or crashes. */
static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

static _Noreturn void run_child(draw_work *work, void *context, pid_t parent) {
    replace_catch_faults(faults, sizeof faults / sizeof *faults);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(STATUS_ERROR);
    watch_idle(true);
    const zet_canvas *canvas = load_canvas();
    watch_idle(false);
    _exit(canvas ? work(context, canvas) : STATUS_ERROR);
}

/* The parent. */

static volatile pid_t child;

/* Ends the child before this process. */
static void end_child(int number) {
    kill(child, number);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* The exit status after a signal ended the child. */
static int report_death(int number) {
    if (number == SIGPIPE) /* nobody reads the output */
        raise(number);
    return command_error("the drawing library failed (%s): it may be out of memory",
                         strsignal(number));
}

int draw_process_run(draw_work *work, void *context) {
    int how = 0;
    fflush(NULL);
    const pid_t parent = getpid();
    child = fork();
    if (child < 0)
        return command_error("drawing: %s", strerror(errno));
    if (child == 0)
        run_child(work, context, parent);
    replace_at_signals(end_child);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    replace_at_signals(NULL);
    return WIFSIGNALED(how) ? report_death(WTERMSIG(how)) : WEXITSTATUS(how);
}
