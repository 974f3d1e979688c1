#!/bin/sh
# deploy/restore.sh FILE: replace the database of docker compose by a backup, also one of an older
# version. What is there now is backed up first. In one transaction: a restore that fails changes
# nothing.
set -eu
file=${1:?name a backup: deploy/restore.sh backups/….dump}
file=$(realpath "$file")
test -r "$file" || {
    echo "There is no file $file." >&2
    exit 1
}
cd "$(dirname "$0")/.."
writers="web worker-results worker-deliveries worker-jobs beat"

docker compose up --detach --wait db redis
before=$(deploy/backup.sh)
echo "What is in the database now: $before"
# shellcheck disable=SC2086 - several names
docker compose stop $writers

# COMMIT comes only after all of the backup has been read.
if ! docker compose exec -T db bash -c '
    set -o pipefail
    {
        echo "BEGIN;"
        echo "$0"
        pg_restore --no-owner --no-privileges --file - && echo "COMMIT;"
    } | psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
        --username triadsurvey --dbname triadsurvey >/dev/null
' "$(cat deploy/empty.sql)" <"$file"; then
    echo "$file could not be restored, and the database is as it was. The site starts again." >&2
    docker compose up --detach --wait
    exit 1
fi

if ! docker compose run --rm migrate; then
    echo "The backup is restored, but its tables could not be brought up to date (see above)." >&2
    echo "The site stays stopped. Back to what was before: deploy/restore.sh $before" >&2
    exit 1
fi
same=yes
docker compose run --rm migrate python manage.py recompute --all || same=no
docker compose up --detach --wait
if test "$same" = no; then
    echo "Restored from $file, but some results differ from what was stored (see above)." >&2
    exit 1
fi
echo "Restored from $file; every result that was stored is the same as counted anew."
