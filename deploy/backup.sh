#!/bin/sh
# deploy/backup.sh: write the database of docker compose into a file under backups/, and say which.
set -eu
cd "$(dirname "$0")/.."
umask 077 # it holds people's answers
mkdir -p backups
file=backups/triadsurvey-$(date -u +%Y%m%dT%H%M%SZ).dump
docker compose exec -T db \
    pg_dump --username triadsurvey --format custom triadsurvey >"$file.unfinished" || {
    rm -f "$file.unfinished"
    echo "There is no backup: pg_dump failed (see above)." >&2
    exit 1
}
mv "$file.unfinished" "$file"
deploy/note.sh backup
echo "$file"
