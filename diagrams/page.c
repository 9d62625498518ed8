/* An interactive page for records: one file, a part of a page, or a page with separate style and
   script files. */
#include "diagrams/drawn_record.h"
#include "notation/base/value.h"

#include <stdlib.h>

#include "diagrams/formats.h"
#include "diagrams/page_parts.h"

/* The files included in pages, as the build generates them: script, styles, hash of the script. */
#define ASSET(name, ...) static const unsigned char asset_##name[] = {__VA_ARGS__};
#include "diagrams/page_assets.def"
#undef ASSET
#define TEXT_OF(asset) ((struct text){(const char *)(asset), sizeof(asset)})

/* Styles. */

/* The colors of boards and their surroundings, in elements with the theme as their class. In dark
   mode a page for the screen is dark. */
static void write_theme(struct buffer *out, enum theme theme, const bool *used) {
    static const char *const selectors[THEMES] = {
        [THEME_PRINT] = ".zet.print",
        [THEME_SCREEN] = ".zet.screen",
        [THEME_GREY] = ".zet.grey",
        [THEME_DARK] = ".zet.dark",
    };
    zi_svg_palette(out, theme, NULL, selectors[theme], used);
    if (theme != THEME_SCREEN && theme != THEME_DARK)
        return;
    if (theme == THEME_SCREEN) {
        buffer_string(out, "@media screen and (prefers-color-scheme:dark){\n");
        zi_svg_palette(out, THEME_DARK, &theme, selectors[theme], used);
    }
    buffer_string(out, selectors[theme]);
    struct text dark = TEXT_OF(asset_dark);
    size_t selector = (size_t)((const char *)memchr(dark.at, '{', dark.len) - dark.at);
    buffer_text(out, text_after(dark, selector));
    buffer_string(out, theme == THEME_SCREEN ? "}\n" : "");
}

const char *zi_page_asset(size_t index, struct buffer *out) {
    switch (index) {
    case 0: /* the styles of pages of all themes */
        zi_svg_styles(out, NULL);
        buffer_text(out, TEXT_OF(asset_style));
        for (unsigned theme = 0; theme < THEMES; theme++)
            write_theme(out, (enum theme)theme, NULL);
        buffer_text(out, TEXT_OF(asset_site));
        return PAGE_STYLE_FILE;
    case 1: buffer_text(out, TEXT_OF(asset_script)); return PAGE_SCRIPT_FILE;
    case 2: buffer_text(out, TEXT_OF(asset_embed)); return PAGE_EMBED_FILE;
    default: return NULL;
    }
}

/* The file. */

struct page_file {
    struct buffer games, list, title, looks;
    struct page_look *look; /* the first */
    unsigned count;         /* of games */
    bool any_data;          /* at least one game has a board */
    bool any_finding, any_level;
    size_t heading_at[2]; /* of the first game, in `games` */
};

/* The head of the file: language, theme, and style and script, included or linked. */
static void write_head(struct buffer *out, enum language language, const struct text *assets,
                       bool scripted) {
    buffer_add(out, "<!DOCTYPE html>\n<html lang=\"", zi_language_tags[language],
               "\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "img-src data:; ",
               assets ? "style-src 'self'; " : "style-src 'unsafe-inline'; ");
    if (scripted)
        buffer_add(out, assets ? "script-src 'self" : "script-src 'sha256-",
                   assets ? NO_TEXT : TEXT_OF(asset_hash), "'; ");
    buffer_string(out, "base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<link rel=\"icon\" href=\"data:,\">\n");
    if (assets)
        buffer_add(out, "<link rel=\"stylesheet\" href=\"", *assets, PAGE_STYLE_FILE "\">\n");
    buffer_string(out, "<title>");
}

void zi_page_head(struct buffer *out, enum language language) {
    const struct text here = NO_TEXT;
    write_head(out, language, &here, false);
}

void zi_page_body(struct buffer *out, enum theme theme, struct text nav) {
    buffer_add(out, "</title>\n</head>\n<body class=\"zet zet-page ", zi_themes[theme], "\">\n",
               nav);
}

/* The look of the game's board, which is added if it is new. NULL when memory runs out. */
static struct page_look *look_of(const struct drawing *d, struct page_file *file,
                                 const struct drawn_record *shown) {
    const struct ruleset *rs = &shown->verdict->ruleset;
    struct page_look **at = &file->look, *look;
    unsigned number = 1;
    for (; (look = *at); at = &look->next, number++)
        if (look->flip == shown->flip && look->ruleset.rules == rs->rules &&
            look->ruleset.variant == rs->variant &&
            !memcmp(&look->ruleset.board, &rs->board, sizeof rs->board) &&
            !memcmp(look->ruleset.zone, rs->zone, sizeof rs->zone))
            return look;
    look = *at = calloc(1, sizeof *look);
    if (!look)
        return NULL;
    struct writer id = {look->id, sizeof look->id - 1, 0};
    write_text(&id, d->options.fragment);
    write_string(&id, d->options.fragment.len ? "-z" : "z");
    write_number(&id, number);
    write_char(&id, '-');
    look->ruleset = *rs;
    look->flip = shown->flip;
    return look;
}

/* The id of the section of a game: `game-2`, or in a fragment `NAME`, `NAME-2` and so on. */
static void write_section_id(struct buffer *out, const struct drawing *d, unsigned number) {
    if (d->options.fragment.len)
        buffer_text(out, d->options.fragment);
    else
        buffer_string(out, "game");
    if (d->options.fragment.len && number == 1)
        return;
    buffer_add(out, "-", number);
}

static void write_list_item(const struct page *p, struct buffer *out) {
    struct page item = *p;
    struct text result = zi_page_value(p, KEY_RESULT);
    item.out = out;
    page_add(&item, "<li><a href=\"#", p->section, "\">");
    zi_page_players(&item, true);
    page_add(&item, "</a> <span>",
             value_markup(text_is(result, "*") ? NO_TEXT : zi_page_translated(p, result)),
             "</span> <span>", zi_page_short(zi_page_value(p, KEY_EVENT)), "</span></li>\n");
}

/* Whether there are too many moves for a page. This is known before it is written. */
static bool is_too_long(const struct turns *t) {
    return t->item_count * ITEM_BYTES_MIN + t->count * TURN_BYTES_MIN > PAGE_BYTES_MAX;
}

static bool add_game(struct drawing *d, struct page_file *file, const struct drawn_record *shown) {
    struct buffer section = {0};
    struct page p = {.out = &file->games,
                     .shown = shown,
                     .record = shown->record,
                     .verdict = shown->verdict,
                     .turns = shown->turns,
                     .options = &d->options,
                     .language = d->options.language,
                     .number = ++file->count,
                     .heading = file->count > 1 || d->options.fragment.len ? 2 : 1};
    bool positioned = shown->verdict->positioned && shown->turns->count;
    if (positioned && !(p.look = look_of(d, file, shown)))
        return false;
    write_section_id(&section, d, file->count);
    p.section = buffered(&section);
    p.id = file->count > 1 || d->options.fragment.len ? p.section : NO_TEXT;
    p.too_long = is_too_long(shown->turns);
    bool well = !section.failed && (p.too_long || zi_page_game(&p));
    if (well && file->count == 1) {
        struct page title = p;
        title.out = &file->title;
        zi_page_players(&title, false);
        memcpy(file->heading_at, p.heading_at, sizeof file->heading_at);
    }
    write_list_item(&p, &file->list);
    file->any_data |= positioned;
    file->any_finding |= shown->record->findings.count > 0;
    file->any_level |= positioned && shown->verdict->ruleset.board.levels > 1;
    zi_buffer_free(&section);
    if (p.too_long || file->games.len > PAGE_BYTES_MAX) {
        d->why = WORD("the records have too many moves for a page: it would be larger than 16 MB");
        return false;
    }
    return well && !file->list.failed && !file->title.failed;
}

/* Writes words and numbers for the script. */
static void write_texts(struct drawing *d) {
    static const char *const texts[][2] = {{"start", WORD("start position")},
                                           {"playout", WORD("playout %s")},
                                           {"turn", WORD("%s to move")},
                                           {"instead", WORD("Instead:")},
                                           {"more", WORD("and %s more")},
                                           {"level", WORD("level %s")},
                                           {"empty", WORD("the board is empty")},
                                           {"copied", WORD("Copied.")},
                                           {"failed", WORD("Nothing could be copied.")},
                                           {"play", WORD("Play")},
                                           {"pause", WORD("Pause")},
                                           {"step", WORD("Step through the moves")},
                                           {"first", WORD("First")},
                                           {"previous", WORD("Previous")},
                                           {"next", WORD("Next")},
                                           {"last", WORD("Last")},
                                           {"variations", WORD("Variations")},
                                           {"levels", WORD("Levels")},
                                           {"flip", WORD("Turn the board")},
                                           {"copyPosition", WORD("Copy the position")},
                                           {"copyLink", WORD("Copy a link")},
                                           {"words", WORD("Position in words")},
                                           {"keys", WORD("Keys:")},
                                           {"along", WORD("a move back and on")},
                                           {"ends", WORD("first and last position")},
                                           {"into", WORD("into a variation and out of it")},
                                           {"which", WORD("Which move?")},
                                           {"from", WORD("%1$s to %2$s")},
                                           {"cell", WORD("%1$s, legal moves: %2$s")},
                                           {"promote", WORD("Make it the main line")},
                                           {"remove", WORD("Delete the variation")}};
    struct buffer *out = d->out;
    buffer_string(out, "<script type=\"application/json\" class=\"texts\">{");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        buffer_string(out, i ? "," : "");
        zi_markup_json(out, text_of(texts[i][0]));
        buffer_char(out, ':');
        zi_markup_json(out, text_of(zi_word(d->options.language, texts[i][1])));
    }
    buffer_string(out, "}</script>\n");
}

/* Writes the pictures that boards refer to, and collects their roles and those of the marks. */
static bool write_looks(const struct drawing *d, struct page_file *file, bool used[ROLES]) {
    struct buffer *out = &file->looks;
    bool well = true;
    if (!file->look)
        return true;
    buffer_string(out, "<svg class=\"pictures\" width=\"0\" height=\"0\" aria-hidden=\"true\">"
                       "<defs>\n");
    for (struct page_look *look = file->look; well && look; look = look->next) {
        well = zi_page_look(out, look, d->options.theme);
        for (unsigned role = 0; role < ROLES; role++)
            used[role] |= look->used[role];
    }
    buffer_string(out, "</defs></svg>\n");
    return well && !out->failed;
}

/* Longer lists of games have a search field. */
enum { LISTED_PLAIN_MAX = 8 };

/* Writes the board with all games. `alone`: it controls the keys and the address of the page. */
static void write_root(struct drawing *d, const struct page_file *file, bool alone) {
    struct buffer *out = d->out;
    const struct page page = {.out = out, .language = d->options.language};
    bool several = file->count > 1;
    buffer_add(out, alone ? "<main>\n<zet-board alone class=\"" : "<zet-board class=\"zet ",
               alone ? "" : zi_themes[d->options.theme], several ? " several\"" : "\"");
    if (!alone)
        buffer_add(out, " lang=\"", zi_language_tags[d->options.language], "\"");
    buffer_add(out, ">\n", buffered(&file->looks));
    if (several && alone) {
        buffer_string(out, "<h1>");
        zi_words_count(out, d->options.language, file->count, WORDS("%d game", "%d games"));
        buffer_string(out, "</h1>\n");
    }
    if (several)
        page_add(&page, "<nav class=\"games\" aria-label=\"", page_said(&page, WORD("Games")),
                 "\">\n");
    if (file->count > LISTED_PLAIN_MAX)
        page_add(&page, "<p hidden><label>", page_said(&page, WORD("Players, result, event:")),
                 " <input type=\"search\"></label></p>\n");
    if (several)
        buffer_add(out, "<ol>\n", buffered(&file->list), "</ol>\n</nav>\n");
    buffer_text(out, buffered(&file->games));
    if (file->any_data)
        write_texts(d);
    buffer_string(out, alone ? "</zet-board>\n</main>\n" : "</zet-board>\n");
}

/* The style of pages, without the rules of what this one lacks. */
static void write_style(struct buffer *out, const struct page_file *file) {
    const struct {
        const char *name;
        bool there;
    } parts[] = {{".zet .games", file->count > 1},
                 {".zet .finding", file->any_finding},
                 {".zet .levels", file->any_level}};
    struct text style = TEXT_OF(asset_style);
    while (style.len) {
        const char *end = memchr(style.at, '}', style.len);
        struct text rule = {style.at, end ? (size_t)(end + 1 - style.at) : style.len};
        bool wanted = true;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            wanted &= parts[i].there || !text_begins(rule, parts[i].name);
        buffer_text(out, wanted ? rule : NO_TEXT);
        style = text_after(style, rule.len);
    }
}

/* A whole page. `assets`: the folder of style and script; NULL: they are included. */
static void write_page(struct drawing *d, const struct page_file *file, const struct text *assets,
                       const struct page_frame *frame, const bool *used) {
    struct buffer *out = d->out;
    enum language language = d->options.language;
    write_head(out, language, assets, file->any_data);
    if (file->count == 1)
        buffer_text(out, buffered(&file->title));
    else
        zi_words_count(out, language, file->count, WORDS("%d game", "%d games"));
    buffer_string(out, assets ? "</title>\n" : "</title>\n<style>\n");
    if (!assets) {
        zi_svg_styles(out, used);
        write_style(out, file);
        write_theme(out, d->options.theme, used);
        if (d->options.width > 0)
            buffer_add(out, ".zet .picture{max-width:", d->options.width, "px}\n");
        buffer_string(out, "</style>\n");
    }
    buffer_add(out, "</head>\n<body class=\"zet zet-page ", zi_themes[d->options.theme], "\">\n",
               frame ? frame->nav : NO_TEXT);
    write_root(d, file, true);
    if (file->any_data && assets)
        buffer_add(out, "<script src=\"", *assets, PAGE_SCRIPT_FILE "\"></script>\n");
    else if (file->any_data)
        buffer_add(out, "<script>", TEXT_OF(asset_script), "</script>\n");
    buffer_string(out, "</body>\n</html>\n");
}

static void free_file(struct page_file *file) {
    for (struct page_look *look = file->look, *next; look; look = next) {
        next = look->next;
        free(look);
    }
    zi_buffer_free(&file->games);
    zi_buffer_free(&file->list);
    zi_buffer_free(&file->title);
    zi_buffer_free(&file->looks);
    free(file);
}

static bool write_file(struct drawing *d, struct page_file *file, const struct page_frame *frame) {
    const struct text here = NO_TEXT;
    /* A reader can draw marks and arrows. */
    bool used[ROLES] = {
        [ROLE_MARK] = true, [ROLE_ARROW] = true, [ROLE_ARROW_HEAD] = true, [ROLE_CASING] = true};
    if (file->count > 1 && !d->options.fragment.len)
        file->games.at[file->heading_at[0]] = file->games.at[file->heading_at[1]] = '2';
    if (!write_looks(d, file, used))
        return false;
    if (d->options.fragment.len)
        write_root(d, file, false);
    else
        write_page(d, file,
                   frame                   ? &here
                   : d->options.assets.len ? &d->options.assets
                                           : NULL,
                   frame, used);
    return true;
}

static bool add_record(struct drawing *d, const struct drawn_record *shown) {
    struct page_file *file = d->state;
    if (!file)
        d->state = file = calloc(1, sizeof *file);
    if (!file || !add_game(d, file, shown))
        return false;
    if (!shown->frame)
        return true;
    /* A page of a site has only one game. */
    bool well = write_file(d, file, shown->frame);
    free_file(file);
    d->state = NULL;
    return well;
}

static bool end(struct drawing *d) {
    struct page_file *file = d->state;
    bool well = true;
    if (!file)
        return true;
    if (!d->why && !d->out->failed)
        well = write_file(d, file, NULL);
    free_file(file);
    d->state = NULL;
    return well;
}

const struct drawing_format zi_drawing_html = {
    .name = "html",
    .other = "htm",
    .about = "a page to step through records",
    .unit = "pixels",
    .limit = 100000,
    .several = true,
    .add_record = add_record,
    .end = end,
};
