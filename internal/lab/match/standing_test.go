package match

import "testing"

// TestPlace has three players share a place, and different labels.
func TestPlace(t *testing.T) {
	table := CrossTable{Players: []Row{
		{Name: "level 1", Elo: 300.2, Won: 8},
		{Name: "a", Elo: -100.1, Won: 2},
		{Name: "b", Elo: -100.2, Won: 2},
		{Name: "c", Elo: -100.3, Won: 2},
		{Name: "d", Elo: -100.4, Won: 1},
		{Name: "e", Elo: -101, Won: 1},
	}}
	labels := []string{"1", "2.1", "2.2", "2.3", "5", "6"}
	for i, want := range []int{1, 2, 2, 2, 5, 6} {
		if got := table.Place(i); got != want || table.Label(i) != labels[i] {
			t.Errorf("%s has place %d, label %q; want %d, %q", table.Players[i].Name, got, table.Label(i), want, labels[i])
		}
	}
}
