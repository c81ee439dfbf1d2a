"""A server just started opens many tables at once: what its threads share was made before there were any."""

import subprocess
import sys

AT_ONCE = """
import sys, threading
from grognard.server.table.preloading import preload
preload()
from grognard.play.match import Match
from grognard.play.record import read_record, record_text
from grognard.play.registry import find_system
# As often as can be: two threads that look at a record for the first time are to meet.
sys.setswitchinterval(1e-6)
settings = [("red-god-of-war", "teaching"), ("red-god-of-war", "mars"), ("red-god-of-war", "jupiter"),
            ("panzerblitz", "teaching"), ("panzerblitz", "crossroads"), ("panzerblitz", "red-drop")]
together, done = threading.Barrier(len(settings)), []
def open_one(game, scenario):
    together.wait()
    done.append(read_record(record_text(Match.new(find_system(game), scenario)), scenario).header.scenario)
threads = [threading.Thread(target=open_one, args=one) for one in settings]
for one in threads:
    one.start()
for one in threads:
    one.join()
assert len(done) == len(settings), done
"""


def test_tables_opened_at_once_do_not_bring_the_process_down() -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)
        assert done.returncode == 0, (done.returncode, done.stderr[-500:])
