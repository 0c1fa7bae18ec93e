#!/bin/sh
# Makes the explorer files that come with the page, with the thera in the PATH:
# games of the engines with themselves, which the seed varies, from the start and,
# for moves that they would not choose, after two random ones. Limits are in nodes, so
# that the files are the same on every machine. Half an hour or so.
#
#   generate.sh FOLDER   the games are kept there
set -eu
page=$(dirname "$0")
games=$1
mkdir -p "$games"

# play GAME VARIANT NODES PLIES COUNT
play() {
  out=$games/$1-$2-$3-$4
  [ -e "$out.txt" ] && return
  thera match "alphabeta:nodes=$3" "alphabeta:nodes=$3" --game "$1" --variant "$2" \
    --random-plies "$4" --games "$5" --seed "$3" --out "$out.jsonl" --resume --records "$out.txt" >/dev/null
}

# build GAME: a file of the moves that were played twice
build() {
  thera explorer build "$games/$1"-*.txt --game "$1" --plies 16 --about self-play --out "$page/$1.explorer"
}

{
  play amazons 10x10 4000 0 800
  play amazons 10x10 800 0 1200
  play amazons 6x6 800 0 600
  build amazons
} &
all=$!
{
  play santorini 2p 4000 0 800
  play santorini 2p 1000 0 800
  play santorini 2p 1000 2 600
  build santorini
} &
all="$all $!"
{
  play hermit 6x6 4000 0 1000
  play hermit 6x6 1000 0 900
  play hermit 6x6 1000 2 600
  build hermit
} &
all="$all $!"
for one in $all; do
  wait "$one"
done
