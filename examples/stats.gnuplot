# Draws results by group as stacked bars, in black and white:
#   zet stats --by year --format csv examples >build/stats.csv
#   gnuplot -c examples/stats.gnuplot build/stats.csv >build/stats.svg
# The columns are those of the table `results`: scope, one key, table, ..., white_or_b, black_or_a, draws, unfinished.
set terminal svg size 900, 500 background rgb "white"
set datafile separator ","
set style data histograms
set style histogram rowstacked
set style fill pattern 0 border lc rgb "black"
set boxwidth 0.8
set yrange [0:*]
set ylabel "games"
set key outside top center horizontal
set xtics rotate by -45 nomirror
rows = "< grep '^group,.*,results,' '" . ARG1 . "'"
plot rows using 8:xtic(2) fs pattern 0 lc rgb "black" title "white or b", \
     rows using 9 fs solid 0.85 lc rgb "black" title "black or a", \
     rows using 10 fs pattern 4 lc rgb "black" title "draws", \
     rows using 11 fs pattern 2 lc rgb "gray50" title "unfinished"
