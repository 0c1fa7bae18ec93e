#!/bin/sh
# Makes the puzzles of the page anew. Takes some minutes, with powers half an hour.
set -eu
cd "$(dirname "$0")"
thera=${THERA:-../../../bin/thera}
nice "$thera" puzzles santorini --count 40 --seed 1 --json >santorini.jsonl
for power in apollo artemis athena atlas demeter hephaestus hermes minotaur pan prometheus; do
	nice "$thera" puzzles santorini --variant "2p:$power,mortal" --count 3 --seed 1 --json
	nice "$thera" puzzles santorini --variant "2p:mortal,$power" --count 3 --seed 1 --json
done >santorini-powers.jsonl
{
	nice "$thera" puzzles hermit --count 24 --seed 1 --json
	nice "$thera" puzzles hermit --variant 5x5 --count 16 --seed 1 --json
} >hermit.jsonl
{
	nice "$thera" puzzles amazons --variant 6x6 --count 20 --seed 1 --json
	nice "$thera" puzzles amazons --variant 8x8 --count 12 --seed 1 --json
	nice "$thera" puzzles amazons --count 8 --seed 1 --json
} >amazons.jsonl
