#!/bin/sh
# deploy/drill.sh [FILE]: prove that the newest backup, or this one, can be restored: into a scratch
# database beside the real one, which is not touched. All is counted anew there and compared with
# the results and verdicts in the backup; 0 says that they are the same.
set -eu
file=${1:-}
test -z "$file" || file=$(realpath "$file")
cd "$(dirname "$0")/.."
file=${file:-$(find backups -maxdepth 1 -name '*.dump' 2>/dev/null | sort | tail -n 1)}
test -r "$file" || {
    echo "There is no backup ${file:-under backups/}." >&2
    exit 1
}
scratch=triadsurvey_drill

docker compose up --detach --wait db
server() {
    docker compose exec -T db "$@"
}
drop() {
    # Without the notice that there was none: cron would send it each week.
    server env PGOPTIONS=--client-min-messages=warning dropdb --if-exists --force \
        --username triadsurvey "$scratch"
}
# Counted like the real one, but there.
manage() {
    docker compose run --rm -T --no-deps \
        --env "DATABASE_URL=postgres://triadsurvey@db:5432/$scratch" migrate python manage.py "$@"
}
drop
trap drop EXIT
server createdb --username triadsurvey "$scratch"
server pg_restore --no-owner --no-privileges --single-transaction \
    --username triadsurvey --dbname "$scratch" <"$file" || {
    echo "$file cannot be restored." >&2
    exit 1
}
manage migrate --no-input --verbosity 0 || {
    echo "The tables of $file cannot be brought up to date." >&2
    exit 1
}
manage recompute --all || {
    echo "$file can be restored, but some results differ from what was stored (see above)." >&2
    exit 1
}
deploy/note.sh drill
echo "$file can be restored; every result and verdict in it is the same as counted anew."
