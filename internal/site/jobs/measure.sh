#!/usr/bin/env bash
# Measures how much faster two workers of one slot each play self-play than one: the
# same games of Santorini, first by one, then by two, on this machine, which should have two
# processors and nothing else to do. Prints the seconds until the games were there,
# of the clock, and of processor time for the workers, the command and the bus; then
# how many times faster two were, and whether their games are the same.
#
#	internal/site/jobs/measure.sh [GAMES]    # 3000 games take one worker about 40 s
set -euo pipefail
games=${1:-3000}
cd "$(dirname "$0")/../../.."
dir=$(mktemp -d)
running=()
finish() {
	[ ${#running[@]} -eq 0 ] || kill "${running[@]}" 2>/dev/null || true
	wait
	rm -rf "$dir"
}
trap finish EXIT
go build -o "$dir/thera" ./cmd/thera

# spent prints the processor seconds that processes have used.
spent() {
	local sum=0 pid
	for pid; do
		sum=$((sum + $(sed 's/.*) //' "/proc/$pid/stat" | awk '{print $12 + $13}')))
	done
	awk "BEGIN { printf \"%.2f\", $sum / $(getconf CLK_TCK) }"
}

address=127.0.0.1:$((20000 + RANDOM % 20000))
"$dir/thera" serve --listen 127.0.0.1:0 --no-open --store "$dir/store.db" --slots 0 --nats-listen "$address" >"$dir/serve" 2>&1 &
bus=$!
running+=("$bus")
until grep -q Listening "$dir/serve"; do sleep 0.1; done

workers=()
for count in 1 2; do
	"$dir/thera" worker --nats "nats://$address" --slots 1 >"$dir/worker$count" 2>&1 &
	workers+=($!)
	running+=($!)
	until grep -q 'works for' "$dir/worker$count"; do sleep 0.1; done
	sleep 3 # so that all know each other
	before=$(spent "${workers[@]}") bus_before=$(spent "$bus") began=$(date +%s.%N)
	TIMEFORMAT='%U %S'
	{ time "$dir/thera" tune santorini --games "$games" --seed 1 --epochs 1 --data "$dir/data$count" \
		--workers "nats://$address" >/dev/null 2>"$dir/log"; } 2>"$dir/time" || { cat "$dir/log"; exit 1; }
	# Learning from the games, which comes after them, does not count.
	ended=$(stat -c %.9Y "$dir/data$count/games-1")
	took[count]=$(awk "BEGIN { print $ended - $began }")
	awk -v n="$count" -v took="${took[count]}" -v w="$(spent "${workers[@]}")" -v w0="$before" \
		-v b="$(spent "$bus")" -v b0="$bus_before" '{
		printf "%d: %.1f s; processor: workers %.1f s, command %.1f s with learning, bus %.1f s\n", n, took, w - w0, $1 + $2, b - b0
	}' "$dir/time"
done
awk "BEGIN { printf \"two are %.2f times as fast as one\n\", ${took[1]} / ${took[2]} }"
cmp "$dir/data1/games-1" "$dir/data2/games-1" && echo "the games are the same"
