/* Messages of commands. */
#include <stdarg.h>
#include <stdio.h>

#include "cli/command.h"

/* NULL before it is known. */
static const struct command *running;

void command_begin(const struct command *command) { running = command; }

bool command_writes(void) { return running && running->writes; }

int command_error(const char *format, ...) {
    enum { MESSAGE_BYTES = 8192 };
    char message[MESSAGE_BYTES], safe[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    zet_text_copy_safe(zet_text_of(length < 0 ? format : message), safe, sizeof safe);
    fprintf(stderr, "zet%s%s: %s%s\n", running ? " " : "", running ? running->name : "", safe,
            length >= MESSAGE_BYTES ? "..." : "");
    return STATUS_ERROR;
}

void command_put(zet_output *output, ...) {
    const char *text;
    va_list texts;
    va_start(texts, output);
    while ((text = va_arg(texts, const char *)))
        zet_output_write(output, zet_text_of(text));
    va_end(texts);
}

bool command_print(zet_output *output, FILE *to) {
    zet_text text = zet_output_text(output);
    bool whole = zet_output_flush(output) == ZET_OK;
    fwrite(text.at, 1, text.length, to);
    zet_output_clear(output);
    return whole || (command_error("out of memory"), false);
}

bool command_report(const zet_record *record, bool color) {
    zet_output *report = zet_output_new(NULL, NULL);
    if (!report)
        return command_error("out of memory"), false;
    zet_record_report_text(record, color, report);
    bool printed = command_print(report, stderr);
    zet_output_free(report);
    return printed;
}

int command_finish(int status) {
    bool failed = ferror(stdout) != 0;
    failed |= fflush(stdout) != 0;
    return failed ? command_error("the output could not be written") : status;
}
