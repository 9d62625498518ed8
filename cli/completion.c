/* Completion for shells: tables generated from those of commands and options, and each shell's
   functions from cli/completion/. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"

#define ASSET(name, ...) static const unsigned char asset_##name[] = {__VA_ARGS__};
#include "cli/completion.def"
#include "notation/base/option.h"
#undef ASSET

/* The kinds of arguments, in addition to words. */
enum place { PLACE_TEXT, PLACE_FILE, PLACE_FOLDER, PLACE_RECORDS, PLACE_PLAYER };

static enum place place_of(const struct command *c, const zet_option *o) {
    if (!strcmp(o->argument, "FILE"))
        return PLACE_FILE;
    if (!strcmp(o->argument, "DIR"))
        return PLACE_FOLDER;
    bool named = !strcmp(o->argument, "NAME") && strcmp(o->name, "stdin-filename") != 0;
    return c->files && named ? PLACE_PLAYER : PLACE_TEXT;
}

/* Whether the option takes a comma-separated list. */
static bool takes_list(const zet_option *o) {
    return !strcmp(o->argument, "LIST") || strstr(o->argument, ",...");
}

struct shell {
    const char *name;
    bool (*print)(const struct shell *shell);
    void (*print_part)(const struct command *c); /* the options of a command */
};

static bool print_bash(const struct shell *shell), print_zsh(const struct shell *shell),
    print_fish(const struct shell *shell);
static void bash_part(const struct command *c), zsh_part(const struct command *c),
    fish_part(const struct command *c);

static const struct shell shells[] = {{"bash", print_bash, bash_part},
                                      {"zsh", print_zsh, zsh_part},
                                      {"fish", print_fish, fish_part},
                                      {0}};

/* Prints the parts of all commands. A command's own program prints its part. */
static bool print_parts(const struct shell *shell) {
    bool printed = true;
    for (size_t i = 0; printed && commands[i]; i++) {
        const struct command *c = commands[i];
        char command[] = "completion",
             *arguments[] = {NULL, command, (char *)shell->name, (char *)c->name, NULL};
        if (c->program)
            printed = c->run_apart(c->program, arguments) == STATUS_OK;
        else
            shell->print_part(c);
    }
    return printed;
}

/* The word with that index for the command's own argument; NULL past the end. */
static const char *argument_word(const struct command *c, size_t index) {
    static char code[80];
    const char *name;
    if (strstr(c->arguments, "SHELL"))
        return shells[index].name;
    if (strstr(c->arguments, "NAME"))
        return c->list_name ? zet_catalogue_name(c->list, NULL, index) : NULL;
    if (!strstr(c->arguments, "CODE"))
        return NULL;
    for (size_t i = 0; (name = zet_catalogue_name(ZET_CATALOGUE_FINDING_CODES, NULL, i)); i++)
        if (index-- == 0)
            return name;
    if (!(name = zet_catalogue_name(ZET_CATALOGUE_REASONS, NULL, index)))
        return NULL;
    snprintf(code, sizeof code, "illegal-move/%s", name);
    return code;
}

static void print_argument_words(const struct command *c) {
    const char *word;
    for (size_t i = 0; (word = argument_word(c, i)); i++)
        printf("%s%s", i ? " " : "", word);
}

static bool takes_records(const struct command *c) { return strstr(c->arguments, "FILE") != NULL; }

/* Prints a text in the shell's single quotes; `special` characters get a backslash. */
static void print_quoted(const char *text, size_t length, const char *quote, const char *special) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            fputs(quote, stdout);
        else if (strchr(special, text[i]))
            printf("\\%c", text[i]);
        else
            putchar(text[i]);
    }
}

/* The length of the first phrase in the description of an option. */
static size_t phrase(const char *about) {
    size_t length = strlen(about);
    for (const char *end = about; (end = strpbrk(end, ";:(")); end++)
        if (end > about && (*end == '(' ? end[-1] == ' ' : end[1] == ' ')) {
            length = (size_t)(end - about) - (*end == '(');
            break;
        }
    return length;
}

static void print_words(const zet_option *o) {
    const char *word;
    for (size_t i = 0; (word = zi_option_word(o, i)); i++)
        printf("%s%s", i ? " " : "", word);
}

static void print_commands(void) {
    for (size_t i = 0; commands[i]; i++)
        printf("%s ", commands[i]->name);
    fputs("help", stdout);
}

/* Bash. */

/* One line per option: its name, its argument (`-`: none), and words. `.` is the command's own
   argument, and comes last. */
static void bash_part(const struct command *c) {
    static const char *const places[] = {"text", "file", "folder", "records", "player"};
    struct command_option o;
    printf("    %s) cat <<'END'\n", c->name);
    for (size_t i = 0; command_option_at(c, i, &o); i++) {
        bool words = zi_option_word(o.row, 0) != NULL;
        const char *given = !words ? "" : takes_list(o.row) ? "list" : "words";
        printf("--%s %s ", o.row->name,
               !o.row->argument ? "-"
               : words          ? given
                                : places[place_of(c, o.row)]);
        print_words(o.row);
        putchar('\n');
        if (o.row->letter && o.row->argument)
            printf("-%c %s\n", o.row->letter, places[place_of(c, o.row)]);
    }
    if (argument_word(c, 0)) {
        fputs(". words ", stdout);
        print_argument_words(c);
        putchar('\n');
    } else if (takes_records(c)) {
        puts(". records");
    }
    puts("END\n    ;;");
}

static bool print_bash(const struct shell *shell) {
    puts("# Completion of zet for bash.");
    fputs("_zet_commands='", stdout);
    print_commands();
    puts("'\n\n_zet_table() {\n    case $1 in");
    bool printed = print_parts(shell);
    puts("    esac\n}\n");
    fwrite(asset_bash, 1, sizeof asset_bash, stdout);
    return printed;
}

/* Zsh. */

static void zsh_option(const struct command *c, const zet_option *o) {
    static const char *const actions[] = {" ", "_files", "_files -/", "_zet_records",
                                          "_zet_players"};
    printf(" \\\n        '%s--%s%s[", o->argument ? "*" : "", o->name, o->argument ? "=" : "");
    print_quoted(o->about, phrase(o->about), "'\\''", "[]:\\");
    putchar(']');
    if (o->argument) {
        putchar(':');
        print_quoted(o->argument, strlen(o->argument), "'\\''", ":\\[]");
        putchar(':');
        if (zi_option_word(o, 0)) {
            fputs(takes_list(o) ? "_values -s , word " : "(", stdout);
            print_words(o);
            fputs(takes_list(o) ? "" : ")", stdout);
        } else {
            fputs(actions[place_of(c, o)], stdout);
        }
    }
    putchar('\'');
}

static void zsh_part(const struct command *c) {
    struct command_option o;
    printf("_zet-%s() {\n    _arguments -s -S", c->name);
    for (size_t k = 0; command_option_at(c, k, &o); k++)
        zsh_option(c, o.row);
    if (argument_word(c, 0)) {
        fputs(" \\\n        '*:argument:(", stdout);
        print_argument_words(c);
        fputs(")'", stdout);
    } else if (takes_records(c)) {
        fputs(" \\\n        '*:records:_zet_records'", stdout);
    }
    puts("\n}\n");
}

static bool print_zsh(const struct shell *shell) {
    puts("#compdef zet\n# Completion of zet for zsh.\n");
    puts("_zet_command() {\n    zet_commands=(");
    for (size_t i = 0; commands[i]; i++) {
        printf("        '%s:", commands[i]->name);
        print_quoted(commands[i]->about, strlen(commands[i]->about), "'\\''", "\\");
        puts("'");
    }
    puts("        'help:describe a command'\n    )\n"
         "    _describe command zet_commands\n}\n\n"
         "_zet-help() { _arguments '1:command:_zet_command'; }\n");
    bool printed = print_parts(shell);
    fwrite(asset_zsh, 1, sizeof asset_zsh, stdout);
    return printed;
}

/* Fish. */

static void fish_option(const struct command *c, const zet_option *o) {
    static const char *const places[] = {" -x", " -rF", " -x -a '(__fish_complete_directories)'",
                                         " -x -a '(__zet_records)'", " -x -k -a '(__zet_players)'"};
    printf("complete -c zet -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (o->argument && zi_option_word(o, 0)) {
        fputs(takes_list(o) ? " -x -a '(__zet_list " : " -x -a '", stdout);
        print_words(o);
        fputs(takes_list(o) ? ")'" : "'", stdout);
    } else if (o->argument) {
        fputs(places[place_of(c, o)], stdout);
    }
    fputs(" -d '", stdout);
    print_quoted(o->about, phrase(o->about), "\\'", "\\");
    puts("'");
}

static void fish_part(const struct command *c) {
    struct command_option o;
    for (size_t k = 0; command_option_at(c, k, &o); k++)
        fish_option(c, o.row);
    if (!argument_word(c, 0) && !takes_records(c))
        return;
    printf("complete -c zet -n '__fish_seen_subcommand_from %s' -a '", c->name);
    print_argument_words(c);
    puts(argument_word(c, 0) ? "'" : "(__zet_records)'");
}

static bool print_fish(const struct shell *shell) {
    fwrite(asset_fish, 1, sizeof asset_fish, stdout);
    for (size_t i = 0; commands[i]; i++) {
        printf("complete -c zet -n __fish_use_subcommand -a %s -d '", commands[i]->name);
        print_quoted(commands[i]->about, strlen(commands[i]->about), "\\'", "\\");
        puts("'");
    }
    fputs("complete -c zet -n '__fish_seen_subcommand_from help' -a '", stdout);
    print_commands();
    puts("'");
    return print_parts(shell);
}

/* `completion SHELL COMMAND` prints the part of a command of this program. */
static int print_completion(struct invocation *in) {
    const struct shell *shell = shells;
    if (in->argument_count != 1 && in->argument_count != 2)
        return command_error("expected one argument, the shell: bash, zsh or fish");
    while (shell->name && strcmp(in->arguments[0], shell->name) != 0)
        shell++;
    if (!shell->name)
        return command_error("%s: unknown shell; completion exists for bash, zsh and fish",
                             in->arguments[0]);
    const struct command *part = in->argument_count == 2 ? command_named(in->arguments[1]) : NULL;
    if (part && !part->program)
        shell->print_part(part);
    bool printed = in->argument_count == 2 ? part && !part->program : shell->print(shell);
    return command_finish(printed ? STATUS_OK : STATUS_ERROR);
}

const struct command command_completion = {
    .name = "completion",
    .about = "print the completion of commands and options for a shell",
    .arguments = "SHELL",
    .examples = "  zet completion bash\n"
                "  zet completion fish\n",
    .help = "Print the functions with which bash, zsh or fish complete commands, options, their\n"
            "values, files of records, and the players in the files that are named:\n"
            "\n"
            "  source <(zet completion bash)\n"
            "  zet completion zsh >~/.zfunc/_zet       (in a folder of fpath)\n"
            "  zet completion fish >~/.config/fish/completions/zet.fish\n"
            "\n"
            "The packages of zet have them where the shells look for them.\n",
    .help_end = "exit status: 0 the completion was printed, 2 the shell is unknown.\n",
    .run = print_completion,
};
