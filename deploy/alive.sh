#!/bin/sh
# alive.sh FILE MINUTES: whether the process of this container still writes its id into its file.
#
# Docker marks a container that is not well, and leaves it. A process that is frozen is killed here: the
# container ends, and `restart` starts it again.
set -eu
test -e "$1" || exit 1 # it is still starting
test -z "$(find "$1" -mmin "-$2")" || exit 0
process=$(cat "$1")
echo "$1 is older than $2 minutes: process $process is ended, to be started again"
kill -KILL "$process"
exit 1
