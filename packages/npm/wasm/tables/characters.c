/* Writes utf8proc_data.c anew with what zet asks of utf8proc, and no more, which makes it a fifth
 * as long when it is packed: categories, widths, grapheme clusters, ignorable characters, and texts
 * as zi_text_fold has them. Each of these is then compared with what utf8proc says.
 *
 * `characters` writes the tables. `characters answers` writes all that zet asks, and is run again
 * with the tables that it wrote. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8proc.c"

enum { CHARACTERS = 0x110000, BLOCK = 256, BLOCKS = CHARACTERS / BLOCK, EXPANSION_MAX = 32 };
enum { A_MARK = 0x300 }; /* which is omitted: a sequence has at least one character */
enum { PROPERTIES_MAX = 16384, SEQUENCES_MAX = 16384, NONE = UINT16_MAX };

/* As notation/base/unicode.c folds. */
static const utf8proc_option_t FOLDED =
    UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK;

static utf8proc_property_t kept[PROPERTIES_MAX];
static size_t kept_count;
static utf8proc_uint16_t sequences[SEQUENCES_MAX];
static size_t sequence_count;
static utf8proc_uint16_t stage1[BLOCKS], stage2[BLOCKS * BLOCK];
static size_t stage2_count;

static void fail(const char *why) {
    fprintf(stderr, "characters: %s\n", why);
    exit(1);
}

/* Where these units are among the sequences; they are appended where they are not. */
static size_t sequence_at(const utf8proc_uint16_t *unit, size_t count) {
    for (size_t at = 0; at + count <= sequence_count; at++)
        if (!memcmp(sequences + at, unit, count * sizeof *unit))
            return at;
    if (sequence_count + count > SEQUENCES_MAX)
        fail("too many sequences");
    memcpy(sequences + sequence_count, unit, count * sizeof *unit);
    sequence_count += count;
    return sequence_count - count;
}

/* What utf8proc reads as these characters. */
static utf8proc_uint16_t sequence_of(const utf8proc_int32_t *c, size_t count) {
    utf8proc_uint16_t unit[2 * EXPANSION_MAX + 1];
    size_t units = 0;
    if (count > 3)
        unit[units++] = (utf8proc_uint16_t)(count - 1);
    for (size_t i = 0; i < count; i++) {
        if (c[i] > 0xFFFF)
            unit[units++] = (utf8proc_uint16_t)(0xD800 | ((c[i] - 0x10000) >> 10));
        unit[units++] = (utf8proc_uint16_t)(c[i] > 0xFFFF ? 0xDC00 | (c[i] & 0x3FF) : c[i]);
    }
    return (utf8proc_uint16_t)(sequence_at(unit, units) | (count > 3 ? 3 : count - 1) << 14);
}

static utf8proc_property_t property_of(utf8proc_int32_t c) {
    const utf8proc_property_t *all = utf8proc_get_property(c);
    utf8proc_property_t p;
    memset(&p, 0, sizeof p);
    p.category = all->category;
    p.ignorable = all->ignorable;
    p.charwidth = all->charwidth;
    p.boundclass = all->boundclass;
    p.decomp_seqindex = p.casefold_seqindex = NONE;
    utf8proc_int32_t to[EXPANSION_MAX];
    int class = UTF8PROC_BOUNDCLASS_START;
    utf8proc_ssize_t n = utf8proc_decompose_char(c, to, EXPANSION_MAX, FOLDED, &class);
    bool hangul = c >= UTF8PROC_HANGUL_SBASE && c < UTF8PROC_HANGUL_SBASE + UTF8PROC_HANGUL_SCOUNT;
    bool mark = all->category >= UTF8PROC_CATEGORY_MN && all->category <= UTF8PROC_CATEGORY_ME;
    if (n > 0 && !hangul && (n != 1 || to[0] != c))
        p.decomp_seqindex = sequence_of(to, (size_t)n);
    else if (n == 0 && !mark)
        p.decomp_seqindex = sequence_of((utf8proc_int32_t[]){A_MARK}, 1);
    return p;
}

static utf8proc_uint16_t keep(utf8proc_property_t p) {
    size_t i = 0;
    while (i < kept_count && memcmp(&kept[i], &p, sizeof p))
        i++;
    if (i == PROPERTIES_MAX)
        fail("too many kinds of characters");
    if (i == kept_count)
        kept[kept_count++] = p;
    return (utf8proc_uint16_t)i;
}

static void build(void) {
    keep(property_of(0x10FFFF)); /* what is no character has the first */
    for (size_t block = 0; block < BLOCKS; block++) {
        utf8proc_uint16_t own[BLOCK];
        for (size_t i = 0; i < BLOCK; i++)
            own[i] = keep(property_of((utf8proc_int32_t)(block * BLOCK + i)));
        size_t at = 0;
        while (at < stage2_count && memcmp(stage2 + at, own, sizeof own))
            at += BLOCK;
        if (at == stage2_count) {
            memcpy(stage2 + at, own, sizeof own);
            stage2_count += BLOCK;
        }
        stage1[block] = (utf8proc_uint16_t)at;
    }
    if (stage2_count > UINT16_MAX + 1)
        fail("too many blocks");
}

static void write_units(const char *name, const utf8proc_uint16_t *unit, size_t count) {
    printf("static const utf8proc_uint16_t utf8proc_%s[] = {", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%u,", i % 16 ? " " : "\n    ", unit[i]);
    puts("\n};");
}

static bool is_kind(const utf8proc_property_t *a, const utf8proc_property_t *b) {
    return a->category == b->category && a->ignorable == b->ignorable &&
           a->charwidth == b->charwidth && a->boundclass == b->boundclass;
}

/* The tables take half as much when they are packed if a character has its kind and its sequence
   apart. The program makes one table of them when it begins. */
static void write_all(void) {
    static utf8proc_uint16_t kinds[BLOCKS * BLOCK], places[BLOCKS * BLOCK];
    const utf8proc_property_t *kind[BLOCK];
    size_t kind_count = 0, placed = 0;
    for (size_t i = 0; i < stage2_count; i++) {
        const utf8proc_property_t *p = &kept[stage2[i]];
        size_t k = 0;
        while (k < kind_count && !is_kind(kind[k], p))
            k++;
        if (k == BLOCK)
            fail("too many kinds of characters");
        if (k == kind_count)
            kind[kind_count++] = p;
        kinds[i] = (utf8proc_uint16_t)k;
        places[i] = p->decomp_seqindex;
        placed += p->decomp_seqindex != NONE;
    }
    write_units("sequences", sequences, sequence_count);
    write_units("stage1table", stage1, BLOCKS);
    write_units("places", places, stage2_count);
    write_units("combinations", (utf8proc_uint16_t[]){0}, 1);
    printf("static const utf8proc_uint8_t utf8proc_kinds[] = {");
    for (size_t i = 0; i < stage2_count; i++)
        printf("%s%u,", i % 16 ? " " : "\n    ", kinds[i]);
    printf("\n};\nstatic utf8proc_uint16_t utf8proc_stage2table[%zu];\n"
           "static utf8proc_property_t utf8proc_properties[%zu] = {\n",
           stage2_count, kind_count + placed);
    for (size_t k = 0; k < kind_count; k++)
        printf("    {.category = %d, .decomp_seqindex = %u, .casefold_seqindex = %u,\n"
               "     .ignorable = %d, .charwidth = %d, .boundclass = %d},\n",
               kind[k]->category, NONE, NONE, kind[k]->ignorable, kind[k]->charwidth,
               kind[k]->boundclass);
    printf("};\n\n__attribute__((constructor)) static void utf8proc_fill(void) {\n"
           "    unsigned next = %zu;\n"
           "    for (unsigned i = 0; i < %zu; i++) {\n"
           "        unsigned at = utf8proc_kinds[i];\n"
           "        if (utf8proc_places[i] != %u) {\n"
           "            utf8proc_properties[next] = utf8proc_properties[at];\n"
           "            utf8proc_properties[at = next++].decomp_seqindex = utf8proc_places[i];\n"
           "        }\n"
           "        utf8proc_stage2table[i] = at;\n"
           "    }\n"
           "}\n",
           kind_count, stage2_count, NONE);
}

/* All that zet asks, a line for each character; breaks depend on classes alone. */
static void write_answers(void) {
    for (utf8proc_int32_t c = 0; c < CHARACTERS; c++) {
        utf8proc_int32_t to[EXPANSION_MAX];
        int class = UTF8PROC_BOUNDCLASS_START;
        const utf8proc_property_t *p = utf8proc_get_property(c);
        utf8proc_ssize_t n = utf8proc_decompose_char(c, to, EXPANSION_MAX, FOLDED, &class);
        printf("%X %d %d %d %d", (unsigned)c, utf8proc_category(c), utf8proc_charwidth(c),
               p->boundclass, p->ignorable);
        for (utf8proc_ssize_t i = 0; i < n; i++)
            printf(" %X", (unsigned)to[i]);
        puts("");
    }
}

int main(int count, char **argument) {
    if (count > 1 && !strcmp(argument[1], "answers"))
        return write_answers(), 0;
    build();
    write_all();
    return 0;
}
