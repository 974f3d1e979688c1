#!/bin/sh
# deploy/note.sh backup|drill: note in the database that one has succeeded, for the page Status.
set -eu
cd "$(dirname "$0")/.."
docker compose exec -T db psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set "what=$1" \
    --username triadsurvey --dbname triadsurvey <deploy/note.sql || {
    echo "That this $1 has succeeded could not be noted: the page Status does not know it." >&2
}
