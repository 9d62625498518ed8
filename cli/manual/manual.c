/* Prints the manual pages, as man(7) has them: of the program, of a command, or of records. What
   they say of options, formats, keys and codes comes from the tables that the program itself uses.
   Usage: manual zet | COMMAND.1 | record.5 */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"

/* Text as roff: no character of it is a request, and a hyphen is one that can be searched. */
static void print_text(const char *text) {
    bool line_start = true;
    for (const char *c = text; *c; c++) {
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

static void print_heading(const char *name) { printf(".SH %s\n", name); }

static void print_title(const char *name, const char *section) {
    char upper[64] = "";
    for (size_t i = 0; name[i] && i + 1 < sizeof upper; i++)
        upper[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    fputs(".TH ", stdout);
    print_text(upper);
    printf(" %s \"\" \"zet %s\" \"zet\"\n", section, zet_version());
}

static void print_name(const char *name, const char *about) {
    print_heading("NAME");
    print_text(name);
    fputs(" \\- ", stdout);
    print_text(about);
    putchar('\n');
}

/* Paragraphs are parted by an empty line. */
static void print_paragraphs(const char *text) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        char paragraph[4096];
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        fputs(".PP\n", stdout);
        print_text(paragraph);
        if (!length || paragraph[strlen(paragraph) - 1] != '\n')
            putchar('\n');
        text += length + strspn(text + length, "\n");
    }
}

static void print_item(const char *name, const char *argument, const char *about) {
    fputs(".TP\n\\fB", stdout);
    print_text(name);
    fputs("\\fR", stdout);
    if (argument) {
        fputs(" \\fI", stdout);
        print_text(argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_text(about);
    putchar('\n');
}

static void print_option(const zet_option *o) {
    char written[80];
    if (o->letter)
        snprintf(written, sizeof written, "-%c, --%s", o->letter, o->name);
    else
        snprintf(written, sizeof written, "--%s", o->name);
    print_item(written, o->argument, o->about);
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
    for (size_t i = 0; command_option_at(c, i, &o); i++)
        print_option(o.row);
    if (c->list_name)
        print_catalogue("FORMATS", c->list, NULL);
    print_exit_status(c->help_end);
    print_heading("SEE ALSO");
    fputs(".BR zet (1),\n.BR zet\\-record (5)\n", stdout);
}

static void print_program(void) {
    print_title("zet", "1");
    print_name("zet", "check, convert, draw and count game records");
    print_heading("SYNOPSIS");
    fputs(".B zet\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n", stdout);
    print_heading("DESCRIPTION");
    print_text(
        "zet reads game records of Hogga, Halma, Akron and HusBao, replays them by the rules, and\n"
        "reports whether each is valid and, if not, what is wrong and where. It also converts,\n"
        "formats, repairs, draws, scores and searches records.\n");
    print_heading("COMMANDS");
    for (size_t i = 0; commands[i]; i++) {
        printf(".TP\n.BR zet\\-%s (1)\n", commands[i]->name);
        print_text(commands[i]->about);
        putchar('\n');
    }
    print_heading("ENVIRONMENT");
    print_item("NO_COLOR", NULL, "If it is set and not empty, output has no color.");
    print_heading("SEE ALSO");
    fputs(".BR zet\\-record (5)\n", stdout);
}

static void print_game(const char *game) {
    printf(".SS %s\n", game);
    for (int kind = 0; kind < 2; kind++) {
        zet_catalogue catalogue = kind ? ZET_RULE_OPTIONS : ZET_VARIANTS;
        const char *name;
        if (!zet_catalogue_name(catalogue, game, 0))
            continue;
        printf(".PP\n%s:\n", kind ? "Options of the key \\fBrules\\fR" : "Variants");
        for (size_t i = 0; (name = zet_catalogue_name(catalogue, game, i)); i++)
            print_item(name, NULL, zet_catalogue_about(catalogue, game, i));
    }
}

static void print_record(void) {
    print_title("zet-record", "5");
    print_name("zet-record", "a game record");
    print_heading("DESCRIPTION");
    print_paragraphs(
        "A file is a YAML stream. Each document is one record, a mapping of the keys below. Keys\n"
        "that begin with x- are never judged.\n\n"
        "Move text is tokens with white space between them: moves, and move numbers that may be\n"
        "left out (1. for the player who moves first, 1... for the other). {...} is a comment,\n"
        "; begins a comment that ends with the line, (...) is a variation, which may be nested.\n");
    fputs(".PP\n.nf\ngame: halma\nvariant: 8x8\nplayers:\n  white: A. Player\n  black: B. "
          "Player\nresult: "
          "\"*\"\nmoves: |\n  1. f3\\-f4 d8\\-e7\n.fi\n",
          stdout);
    print_catalogue("KEYS", ZET_RECORD_KEYS, NULL);
    print_heading("GAMES");
    const char *game;
    for (size_t i = 0; (game = zet_catalogue_name(ZET_GAMES, NULL, i)); i++)
        print_game(game);
    print_catalogue("CODES OF FINDINGS", ZET_FINDING_CODES, NULL);
    print_catalogue("REASONS OF ILLEGAL MOVES", ZET_REASONS, NULL);
    print_heading("SEE ALSO");
    fputs(".BR zet (1),\n.BR zet\\-validate (1)\n", stdout);
}

int main(int argc, char **argv) {
    const char *page = argc == 2 ? argv[1] : "";
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
