/* The commands of the programs zet-archive and zet-lsp, which zet runs. In a build with one program
   these programs' own tables are linked instead of apart.c. */
#pragma once

#define ABOUT_EXPLORE "show the moves that were played from a position, and the results"
#define ABOUT_FIND "search, sort and split records, and find records that are copies of each other"
#define ABOUT_INDEX "make an index of an archive, or bring it up to date"
#define ABOUT_LSP "serve an editor with findings, completion and repairs as you type"
#define ABOUT_NAMES "list the players with the spellings of their names, and write a names file"
#define ABOUT_STATS "count games: results, lengths, endings, first moves, and what the moves did"
