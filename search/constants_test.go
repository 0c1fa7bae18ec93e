package search_test

import (
	"testing"

	"thera/search"
)

// TestTunables wants each default within its range or turned off, values that are given to
// stay, and each entry to have a name and a field of its own.
func TestTunables(t *testing.T) {
	negative := search.Options{TableMiB: -2, Threads: -2, Noise: -2}
	if got := negative.WithDefaults(); got != (search.Options{}).WithDefaults() {
		t.Errorf("negative options: %+v, want the defaults", got)
	}
	names, fields := map[string]bool{}, map[*int]string{}
	var given search.Options
	all := search.Options{}.WithDefaults()
	if all.Threads != 1 {
		t.Errorf("%d threads by default, want 1", all.Threads)
	}
	for i, tunable := range search.Tunables() {
		field := tunable.Field(&all)
		if d := *field; d != 0 && d < tunable.Least || d > tunable.Most || tunable.Step < 1 {
			t.Errorf("%s: default %d in [%d, %d] by %d", tunable.Name, d, tunable.Least, tunable.Most, tunable.Step)
		}
		if names[tunable.Name] || fields[field] != "" {
			t.Errorf("%q has the name of another, or the field of %q", tunable.Name, fields[field])
		}
		names[tunable.Name], fields[field] = true, tunable.Name
		*tunable.Field(&given) = 1000 + i
	}
	given = given.WithDefaults()
	for i, tunable := range search.Tunables() {
		if got := *tunable.Field(&given); got != 1000+i {
			t.Errorf("%s: %d, want %d as given", tunable.Name, got, 1000+i)
		}
	}
}
