#!/bin/sh
# Adds to the puzzles of the page: finds many, in hours, and chooses, beside those that the
# page has, of which people's results stay. What has been found is kept in $FOUND, so that
# it goes on where it was stopped.
set -eu
page=$(dirname "$0")
thera=${THERA:-$page/../../../bin/thera}
found=${FOUND:-$page/../../../puzzles}
mkdir -p "$found"

# find GAME NAME COUNT VARIANT SEED...: files of COUNT puzzles.
find() {
	game=$1 name=$2 count=$3 variant=$4
	shift 4
	for seed; do
		file=$found/$game.$name-$seed.jsonl
		[ -s "$file" ] && continue
		nice -n 19 "$thera" puzzles "$game" --variant "$variant" --count "$count" --seed "$seed" --json >"$file.part"
		mv "$file.part" "$file"
	done
}

find hermit 5x5 100 5x5 1 2
find hermit 6x6 100 6x6 1 2 3 4 5
find hermit 7x7 20 7x7 1 2 3 4 5
find santorini base 20 2p $(seq 25)
find amazons 6x6 20 6x6 $(seq 10)
find amazons 8x8 20 8x8 $(seq 5)
find amazons 10x10 20 10x10 1 2 3
for power in apollo artemis athena atlas demeter hephaestus hermes minotaur pan prometheus; do
	find santorini "power-$power-mortal" 3 "2p:$power,mortal" 1
	find santorini "power-mortal-$power" 3 "2p:mortal,$power" 1
done

# choose GAME COUNT: that many, of what has been found, are those that the page has.
choose() {
	file=$page/$1.jsonl
	cat "$found/$1".*.jsonl | "$thera" puzzles "$1" --from - --keep "$file" --measure --count "$2" --json >"$file.part"
	mv "$file.part" "$file"
}

choose amazons 300
choose hermit 300
choose santorini 400
