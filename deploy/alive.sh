#!/bin/sh
# alive.sh FILE MINUTES: whether the process of this container still touches its file.
#
# Docker marks a container that is not well, and leaves it. A worker writes its process id into the
# file: one that is frozen is killed here, the container ends, and `restart` starts it again.
set -eu
newest=$(find "${1%/*}" -maxdepth 1 -name "${1##*/}*" | head -n 1)
test -n "$newest" || exit 1 # it is still starting
if find "${1%/*}" -maxdepth 1 -name "${1##*/}*" -mmin "-$2" | grep -q .; then
    exit 0
fi
process=$(head -c 20 "$newest" | tr -cd 0-9)
if test "$(cat "$newest")" = "$process"; then
    echo "$newest is older than $2 minutes: process $process is ended, to be started again"
    kill -KILL "$process"
fi
exit 1
