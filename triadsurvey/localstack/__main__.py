"""The commands that the Makefile calls: `python -m triadsurvey.localstack run`."""

import argparse
import sys
from pathlib import Path

from triadsurvey.localstack import StackError
from triadsurvey.localstack.backup import back_up, restore, start_over
from triadsurvey.localstack.control import manage_running, stop_run, words_of
from triadsurvey.localstack.drill import drill
from triadsurvey.localstack.places import this_checkout
from triadsurvey.localstack.run import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="triadsurvey.localstack", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="start everything and keep it running")
    commands.add_parser("stop", help="stop the run of this checkout")
    commands.add_parser("backup", help="write the database into a file under backups/")
    restoring = commands.add_parser("restore", help="replace the database by a backup")
    restoring.add_argument("file", type=Path)
    drilling = commands.add_parser("drill", help="prove that a backup can be restored")
    drilling.add_argument("file", type=Path, nargs="?")
    managing = commands.add_parser("manage", help="run a command of manage.py against the run")
    managing.add_argument("words", help="the command with its options, as one string")
    commands.add_parser("clean-demo", help="back the database up, then begin anew")
    arguments = parser.parse_args()
    places = this_checkout()
    match arguments.command:
        case "run":
            return run(places)
        case "stop":
            return stop_run(places)
        case "manage":
            return manage_running(places, words_of(arguments.words))
        case "backup":
            return back_up(places)
        case "drill":
            return drill(places, arguments.file)
        case "clean-demo":
            return start_over(places)
        case _:
            return restore(places, arguments.file)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except StackError as error:
        sys.exit(f"{error}")
    except KeyboardInterrupt:
        sys.exit(130)
