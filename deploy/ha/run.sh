#!/bin/sh
# Fills in the files named before `--`, and runs the program named after it.
set -eu
# They hold passwords.
umask 077
while [ "$1" != -- ]; do
  envsubst < "/etc/purser-ha/$1" > "/run/purser-ha/$1"
  shift
done
shift
exec "$@"
