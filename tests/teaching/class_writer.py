"""Pupils in a process of their own: each run is sent several times and told when it is kept."""

from __future__ import annotations

import json
import sys
from itertools import count
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from phase10.teaching.classroom import open_classrooms
    from tests.teaching.classrooms import run_of

    place, code, first, many = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rooms = open_classrooms(place)
    # Without a number it goes on with one pupil until it is ended.
    rounds = count(1) if many == 0 else range(1, 6)
    for sent in rounds:
        for number in range(first, first + max(1, many)):
            run = run_of(number, sent)
            rooms.contribute(code, run)
            sys.stdout.write(json.dumps([run.run_id, sent]) + "\n")
            sys.stdout.flush()
