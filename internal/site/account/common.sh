#!/bin/sh
# Writes common.txt.gz, the passwords that everybody guesses first: sorted, one a line, in
# lower case. They are the 10,000 most frequent of four characters or more, and all of eight
# or more, among the 30,000 passwords in npm's zxcvbn 4.4.2 (MIT license, Dan Wheeler and
# Dropbox), which were counted in the ten million passwords that Mark Burnett has placed in
# the public domain. Needs npm, node and gzip.
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
(cd "$folder" && npm pack --silent zxcvbn@4.4.2 >/dev/null && tar xzf zxcvbn-4.4.2.tgz)
node -e '
  const { passwords } = require(process.argv[1] + "/package/lib/frequency_lists.js")
  const kept = passwords.filter((p, i) => p.length >= (i < 10000 ? 4 : 8) && /^[\x21-\x7e]+$/.test(p))
  process.stdout.write([...new Set(kept)].sort().join("\n") + "\n")
' "$folder" | gzip -9n >common.txt.gz
