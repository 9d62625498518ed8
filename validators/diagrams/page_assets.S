/* The files that are part of pages. PAGE_SCRIPT, PAGE_STYLE and PAGE_DARK: the files of script and styles as
   small as they can be, PAGE_HASH: the file with the script's hash. */
#ifdef __wasm__
#define SYMBOL(name, bytes) \
    .type name, @object; \
    .size name, bytes
    .section .rodata, "", @
#else
#define SYMBOL(name, bytes)
    .section .rodata
#endif

#define ASSET(name, file) \
    .global zet_page_##name; \
    .global zet_page_##name##_end; \
zet_page_##name: \
    .incbin file; \
zet_page_##name##_end: \
    .byte 0; \
    SYMBOL(zet_page_##name, zet_page_##name##_end - zet_page_##name); \
    SYMBOL(zet_page_##name##_end, 1)

ASSET(script_text, PAGE_SCRIPT)
ASSET(embed_text, "validators/diagrams/embed.js")
ASSET(hash, PAGE_HASH)
ASSET(site_text, "validators/diagrams/site.css")
ASSET(style_text, PAGE_STYLE)
ASSET(dark_text, PAGE_DARK)

#ifndef __wasm__
    .section .note.GNU-stack, "", %progbits
#endif
