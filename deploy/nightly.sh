#!/bin/sh
# deploy/nightly.sh: a backup, and the end of those older than BACKUP_DAYS (14), for cron or a timer.
# Older ones go only after a new one is whole, and then also those made by hand: what is to stay
# longer belongs elsewhere.
set -eu
cd "$(dirname "$0")/.."
deploy/backup.sh
find backups -maxdepth 1 -name 'triadsurvey-*.dump*' -mtime "+$((${BACKUP_DAYS:-14} - 1))" -delete
