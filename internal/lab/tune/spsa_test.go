package tune

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/search"
)

// TestSPSAFindsMaximum climbs a quadratic function that can only be compared by games,
// whose winner the difference makes likely.
func TestSPSAFindsMaximum(t *testing.T) {
	best := []float64{300, -4, 0.5, 70}
	climb := spsa{iterations: 2000, steps: []float64{20, 1, 0.1, 5}, gain: 0.01, seed: 1}
	distance := func(x []float64, i int) float64 { return (x[i] - best[i]) / climb.steps[i] }
	value := func(x []float64) (v float64) {
		for i := range x {
			v -= 0.02 * distance(x, i) * distance(x, i)
		}
		return v
	}
	x := make([]float64, len(best))
	for i := range x {
		x[i] = best[i] + 8*climb.steps[i]
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const games = 8
	for k := range climb.iterations {
		d := climb.direction(k)
		p := 1 / (1 + math.Exp(value(moved(x, -1, d.perturbation))-value(moved(x, 1, d.perturbation))))
		difference := 0.0
		for range games {
			if rng.Float64() < p {
				difference++
			} else {
				difference--
			}
		}
		x = moved(x, difference, d.gain)
	}
	for i := range x {
		if math.Abs(distance(x, i)) > 1.5 {
			t.Errorf("number %d is %v, want about %v", i, x[i], best[i])
		}
	}
}

// TestSearchResumesThreads wants the same file of a run and of one that was interrupted, whatever
// the number of cores.
func TestSearchResumesThreads(t *testing.T) {
	for _, recipe := range Recipes() {
		opt := Options{Iterations: 4, Games: 4, Nodes: 10, Seed: 3}
		if recipe.Variants != nil {
			opt.Variant = "6x6"
		}
		tuned := func(dir string, cores int) ([]SearchConstant, string) {
			t.Helper()
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			opt.Data = dir
			constants, err := recipe.Search(t.Context(), opt, nil)
			if err != nil {
				t.Fatal(err)
			}
			names, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil || len(names) != 1 {
				t.Fatalf("%d files, want one: %v", len(names), err)
			}
			return constants, names[0]
		}
		want, name := tuned(t.TempDir(), 1)
		file := gametest.Must(t, os.ReadFile, name)
		lines := bytes.SplitAfter(file, []byte("\n"))
		begun := append(bytes.Join(lines[:3], nil), lines[3][:9]...)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), begun, 0o666); err != nil {
			t.Fatal(err)
		}
		got, name := tuned(dir, 3)
		resumed, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(resumed, file) {
			t.Errorf("%s: an interrupted run made another file: %v\n%s\nwant\n%s", recipe.Game, err, resumed, file)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", recipe.Game, got, want)
		}
		opt.Nodes++
		if _, err := recipe.Search(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "11 nodes") {
			t.Errorf("%s: error %v of other flags, want one that names them", recipe.Game, err)
		}
	}
}

// TestSearchLeavesOffWhatIsOff wants constants rounded within their ranges, and those of
// techniques that are turned off left alone.
func TestSearchLeavesOffWhatIsOff(t *testing.T) {
	a := newArena("", search.Options{ReverseFutilityMargin: 50}, nil, nil, Options{})
	values := a.start()
	for i, tunable := range a.tunables {
		switch tunable.Name {
		case "late move PV percent":
			t.Errorf("%s is tuned, but is turned off", tunable.Name)
		case "reverse futility margin":
			values[i] = 61.6
		case "singular depth":
			values[i] = 1000
		}
	}
	opt := a.optionsAt(values)
	if got, want := [3]int{opt.PVWidthPercent, opt.ReverseFutilityMargin, opt.Constants.SingularDepth}, [3]int{0, 62, 12}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
