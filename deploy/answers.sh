#!/bin/bash
# answers.sh PORT PATH: whether the web server answers there with 200. Without a Python for each look.
set -eu
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "$2" >&3
read -r -t 4 _version status _words <&3
test "$status" = 200
