/* What the files of the program share. */
#ifndef ZET_CLI_CLI_H
#define ZET_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/command.h"
#include "notation/base/safe_text.h"
#include "notation/record/json.h"
#include "validators/report/report.h"

/* The subcommands; argv[0] is the subcommand's name. Each returns an exit status. */
int zet_cli_diagram(int argc, char **argv);

/* `zet: ` and a message with a line end, to stderr. Returns STATUS_ERROR. */
int zet_cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints text that nobody vouches for, made safe. */
void zet_cli_print(FILE *out, struct text t, enum safe_text how);

/* The same of memory that is out; returns false. */
bool zet_cli_out_of_memory(void);

/* What a word of so many things ends with. */
static inline const char *plural(size_t n) { return n == 1 ? "" : "s"; }

/* Ends standard output: `status`, or STATUS_ERROR with a message where not all could be
   written. */
int zet_cli_finish(int status);

/* The options that name a position: --game, --variant, --rule, --position. */
struct position_options {
    const char *game, *variant, *position;
    const char **rules; /* KEY=VALUE, `rule_count` of them; freed by zet_cli_position */
    size_t rule_count;
};

/* Reads the options of `zet moves` and `zet perft`, and puts the other arguments into *rest (argv's
   tail). An exit status, or -1 to go on. */
int zet_cli_position_options(int argc, char **argv, const char *usage, struct position_options *o,
                             char ***rest);

/* Fills *rs and *replay. An exit status, or -1 where all went well; *replay must then be closed. */
int zet_cli_position(struct position_options *o, size_t plies, struct ruleset *rs,
                     struct replay *replay);

bool files_was_read(const struct source *s, const char *path, bool out_of_memory);
void legacy_json_string(FILE *out, struct text t);
void legacy_report_text(FILE *out, const struct report *report, bool color);
void legacy_report_json(FILE *out, const struct report *report);
void legacy_report_invalid(FILE *out, const struct report *report, const char *fate);

#endif
