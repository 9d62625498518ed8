"""A game in a Jupyter notebook: the last expression of a cell shows the board."""
import html
import subprocess


class Game:
    """A record as a board to step through, in a frame of its own."""

    def __init__(self, record):
        self.record = record

    def _repr_html_(self):
        page = subprocess.run(["zet", "diagram", "--format", "html", "-"], input=self.record, capture_output=True, text=True,
                              check=True).stdout
        return f'<iframe srcdoc="{html.escape(page)}" width="100%" height="780" title="Game"></iframe>'


Game("game: akron\nmoves: d4 e5 d5 {[%arrow d4-d5] a wall}\n")
