/* Prints manual pages in man(7) format: of the program, a command, or records. Their options,
   formats, keys and codes come from the program's own tables. Usage: manual zet|COMMAND.1|record.5
   [DATE] */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "notation/base/option.h"

enum { LINE_MAX_BYTES = 72 };

static const char *date;
static bool begins_section; /* which needs no paragraph macro */

/* Prints text as roff: escapes characters that would form requests, and prints hyphens that can be
   searched. Filled lines are broken at blanks. */
static void print_text_within(const char *text, size_t most) {
    bool line_start = true;
    size_t column = 0;
    for (const char *c = text; *c; c++) {
        column = *c == '\n' ? 0 : column + 1 + (*c == '-');
        if (*c == ' ' && column + strcspn(c + 1, " \n") > most) {
            putchar('\n');
            line_start = true;
            column = 0;
            continue;
        }
        if (line_start && (*c == '.' || *c == '\''))
            fputs("\\&", stdout);
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else if (*c != '`')
            putchar(*c);
        line_start = *c == '\n';
    }
}

static void print_text(const char *text) { print_text_within(text, SIZE_MAX); }

static void print_heading(const char *name) {
    printf(".SH %s\n", name);
    begins_section = true;
}

static void print_title(const char *name, const char *section) {
    char upper[64] = "";
    for (size_t i = 0; name[i] && i + 1 < sizeof upper; i++)
        upper[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    fputs(".TH ", stdout);
    print_text(upper);
    printf(" %s \"%s\" \"zet %s\" \"zet\"\n", section, date, zet_version());
}

static void print_name(const char *name, const char *about) {
    print_heading("NAME");
    print_text(name);
    fputs(" \\- ", stdout);
    print_text_within(about, LINE_MAX_BYTES / 2);
    putchar('\n');
}

/* Empty lines separate paragraphs. */
static void print_paragraphs(const char *text) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        char paragraph[4096];
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        fputs(begins_section ? "" : ".PP\n", stdout);
        begins_section = false;
        print_text_within(paragraph, LINE_MAX_BYTES);
        if (!length || paragraph[strlen(paragraph) - 1] != '\n')
            putchar('\n');
        text += length + strspn(text + length, "\n");
    }
}

static void print_item(const char *name, const char *argument, const char *about) {
    begins_section = false;
    fputs(".TP\n\\fB", stdout);
    print_text(name);
    fputs("\\fR", stdout);
    if (argument) {
        fputs(" \\fI", stdout);
        print_text(argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_text_within(about, LINE_MAX_BYTES);
    putchar('\n');
}

/* Prints a command as typed in the source tree. The examples of shared options have only arguments.
 */
static void print_example(const struct command *c, const char *example) {
    static const char files[] = " examples";
    char line[256];
    size_t length = strlen(example), tail = sizeof files - 1;
    bool ends = length > tail && !strcmp(example + length - tail, files);
    fputs(".br\n\\fB", stdout);
    if (*example == '-' && c && c->shared && (ends || !c->files)) {
        snprintf(line, sizeof line, c->shared, (int)(ends ? length - tail : length), example);
        print_text(line);
    } else {
        if (*example == '-' && c)
            printf("zet %s ", c->name);
        print_text(example);
    }
    fputs("\\fR\n", stdout);
}

static void print_option(const struct command *c, const zet_option *o) {
    char written[80];
    if (o->letter)
        snprintf(written, sizeof written, "-%c, --%s", o->letter, o->name);
    else
        snprintf(written, sizeof written, "--%s", o->name);
    print_item(written, o->argument, o->about);
    if (o->example)
        print_example(c, o->example);
}

static void print_options(const char *heading, const zet_option *rows) {
    print_heading(heading);
    for (; rows->name; rows++)
        print_option(NULL, rows);
}

static void print_catalogue(const char *heading, zet_catalogue catalogue, const char *of) {
    if (!zet_catalogue_name(catalogue, of, 0))
        return;
    if (heading)
        print_heading(heading);
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(catalogue, of, i)); i++)
        print_item(name, NULL, zet_catalogue_about(catalogue, of, i));
}

static void print_exit_status(const char *help_end) {
    static const char prefix[] = "exit status: ";
    if (strncmp(help_end, prefix, sizeof prefix - 1) != 0)
        return;
    print_heading("EXIT STATUS");
    print_paragraphs(help_end + sizeof prefix - 1);
}

static void print_command(const struct command *c) {
    char page[64];
    snprintf(page, sizeof page, "zet-%s", c->name);
    print_title(page, "1");
    print_name(page, c->about);
    print_heading("SYNOPSIS");
    printf(".B zet %s\n[\\fIOPTION\\fR]...\n", c->name);
    if (*c->arguments) {
        fputs("\\fI", stdout);
        print_text(c->arguments);
        fputs("\\fR\n", stdout);
    }
    print_heading("DESCRIPTION");
    print_paragraphs(c->help);
    print_heading("OPTIONS");
    struct command_option o;
    for (size_t i = 0; command_option_at(c, i, &o) && o.of != OF_INVOCATION; i++)
        print_option(c, o.row);
    print_paragraphs(c->files
                         ? "zet(1) has the options of all commands, and of those that read files."
                         : "zet(1) has the options of all commands.");
    if (c->list_name)
        print_catalogue("FORMATS", c->list, NULL);
    print_exit_status(c->help_end);
    if (c->examples) {
        print_heading("EXAMPLES");
        fputs(".nf\n", stdout);
        print_text(c->examples);
        fputs(".fi\n", stdout);
    }
    print_heading("SEE ALSO");
    fputs(".BR zet (1),\n.BR zet\\-record (5)\n", stdout);
}

static void print_program(void) {
    print_title("zet", "1");
    print_name("zet", "check, convert, draw and count game records");
    print_heading("SYNOPSIS");
    fputs(".B zet\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n", stdout);
    print_heading("DESCRIPTION");
    print_paragraphs(
        "zet reads game records of Hogga, Halma, Akron and HusBao, replays them by the rules, and\n"
        "reports whether each is valid and, if not, what is wrong and where. It also converts,\n"
        "formats, repairs, draws, scores and searches records.\n");
    print_heading("COMMANDS");
    for (size_t i = 0; commands[i]; i++) {
        printf(".TP\n.BR zet\\-%s (1)\n", commands[i]->name);
        print_text(commands[i]->about);
        putchar('\n');
    }
    print_options("OPTIONS OF ALL COMMANDS", command_all_options);
    print_options("OPTIONS OF THE COMMANDS THAT READ FILES", command_file_options);
    print_paragraphs(command_files_help);
    print_options("OPTIONS OF THE COMMANDS THAT WRITE A RESULT", command_output_options);
    print_heading("ENVIRONMENT");
    print_item("NO_COLOR", NULL, "If it is set and not empty, output has no color.");
    print_item("FORCE_COLOR, CLICOLOR_FORCE", NULL,
               "If one of them is set, not empty and not 0, output has color without a terminal.");
    print_item("CLICOLOR", NULL, "If it is 0, output has no color.");
    print_heading("SEE ALSO");
    fputs(".BR zet\\-record (5)\n", stdout);
}

static void print_game(const char *game) {
    const char *name;
    printf(".SS %s\n", game);
    for (size_t i = 0; (name = zet_catalogue_name(ZET_CATALOGUE_VARIANTS, game, i)); i++)
        printf("%s\n%s\n", i ? ".br" : "Variants:\n.br", name);
    fputs(zet_catalogue_name(ZET_CATALOGUE_VARIANTS, game, 0) ? ".PP\n" : "", stdout);
    fputs("Options of the key \\fBrules\\fR:\n", stdout);
    print_catalogue(NULL, ZET_CATALOGUE_RULE_OPTIONS, game);
}

static void print_record(void) {
    print_title("zet-record", "5");
    print_name("zet-record", "a game record");
    print_heading("DESCRIPTION");
    print_paragraphs(
        "A file is a YAML stream. Each document is one record, a mapping of the keys below. Keys\n"
        "that begin with x- are never judged.\n\n"
        "Move text is tokens with white space between them: moves, and move numbers that may be\n"
        "omitted (1. for the player who moves first, 1... for the other). {...} is a comment,\n"
        "; begins a comment that ends with the line, (...) is a variation, which may be nested.\n");
    fputs(".PP\n.nf\n", stdout);
    print_text("game: halma\nvariant: 8x8\nplayers:\n  white: A. Player\n  black: B. Player\n"
               "result: \"*\"\nmoves: |\n  1. f2-e3 c7-d6 2. h4^f2^d4 a5^c7^e5\n");
    fputs(".fi\n", stdout);
    print_catalogue("KEYS", ZET_CATALOGUE_RECORD_KEYS, NULL);
    print_heading("GAMES");
    const char *game;
    for (size_t i = 0; (game = zet_catalogue_name(ZET_CATALOGUE_GAMES, NULL, i)); i++)
        print_game(game);
    print_catalogue("CODES OF FINDINGS", ZET_CATALOGUE_FINDING_CODES, NULL);
    print_catalogue("REASONS OF ILLEGAL MOVES", ZET_CATALOGUE_REASONS, NULL);
    print_heading("SEE ALSO");
    fputs(".BR zet (1),\n.BR zet\\-validate (1)\n", stdout);
}

int main(int argc, char **argv) {
    const char *page = argc > 1 ? argv[1] : "";
    date = argc > 2 ? argv[2] : "";
    if (!strcmp(page, "zet"))
        print_program();
    else if (!strcmp(page, "record.5"))
        print_record();
    else {
        size_t i = 0, length = strcspn(page, ".");
        while (commands[i] && (strlen(commands[i]->name) != length ||
                               strncmp(commands[i]->name, page, length) != 0))
            i++;
        if (!commands[i])
            return command_error("unknown manual page `%s`", page);
        print_command(commands[i]);
    }
    return command_finish(STATUS_OK);
}
