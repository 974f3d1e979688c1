#!/bin/sh
# deploy/update.sh: bring the site of docker compose to the version in this folder (`git pull` first).
#
# The site answers while the new image is built and while the tables are changed; a version that
# cannot be built, or whose migrations fail, leaves it as it is.
set -eu
cd "$(dirname "$0")/.."

docker compose build --pull
before=$(deploy/backup.sh)
echo "What is in the database now: $before"
if ! docker compose run --rm migrate; then
    echo "The tables could not be brought up to date (see above); the old version runs on." >&2
    echo "If its pages fail: go back to its code (git checkout), docker compose build, and" >&2
    echo "deploy/restore.sh $before" >&2
    exit 1
fi
docker compose up --detach --wait --remove-orphans
