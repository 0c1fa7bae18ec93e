package main

import (
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
	"thera/web"
)

// TestAttack has one address do everything at once that could keep others out. All of it
// is refused in the end, and nothing of the others. With -long there are more of both,
// and the others hardly notice.
func TestAttack(t *testing.T) {
	config := load.Config{Rules: catalog.AllRules(), ConcurrentGames: 4, Rate: 8, Time: 5 * time.Second, Attackers: 40, Seed: 1}
	config.Crowds = load.Crowds{Spectators: 4, Bots: 2, Readers: 2, Lobby: 2}
	if gametest.Long() {
		config.ConcurrentGames, config.Rate, config.Time, config.Attackers = 200, 50, 30*time.Second, 100
		config.Crowds = load.Crowds{Spectators: 200, Bots: 50, Readers: 50, Lobby: 20}
	} else {
		t.Parallel()
	}
	var err error
	config.Control = gametest.Must(t, play.ParseControl, "30+20")
	if _, built := web.Files(); !built {
		config.Crowds.Readers = 0
		t.Log("NOT tested with readers: the page is not built; run make web")
	}
	metrics := storetest.Address(t)
	s := &killed{TB: t, listen: storetest.Address(t), store: storetest.SQLite(t), more: []string{"--trust-proxy", "--metrics", metrics}}
	if !gametest.Long() { // so few attackers don't reach the defaults
		s.more = append(s.more, "--limit-requests-per-client", "30", "--limit-streams-per-client", "20")
	}
	s.start()
	defer s.kill()
	config.URLs, config.Metrics = []string{"http://" + s.listen}, []string{"http://" + metrics + "/metrics"}
	result, err := load.Run(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(loadResult{result})
	for _, a := range result.Attacks {
		if a.Refused == 0 {
			t.Errorf("%s: nothing is refused: %v", a.Kind, a.Answers)
		}
	}
	if result.Busy+result.Refused+result.Lost+result.Doubled > 0 {
		t.Errorf("others got 503 %d times, %d turns were refused, %d events lost, %d doubled: want none", result.Busy, result.Refused, result.Lost, result.Doubled)
	}
	for _, c := range result.Crowds {
		if c.Refused > 0 {
			t.Errorf("%s: %d refused, want none", c.Kind, c.Refused)
		}
	}
	if gametest.Long() {
		holdFloors(t, result)
	}
}

// holdFloors fails the test if others notice an attack.
func holdFloors(t *testing.T, result load.Result) {
	t.Helper()
	if result.AckP99 >= 250 {
		t.Errorf("99%% of turns are acknowledged in %.1f ms, want less than 250", result.AckP99)
	}
	if most := result.MemoryMost; most >= 600e6 {
		t.Errorf("the server has %d bytes, want less than 600 MB", most)
	}
	for _, c := range result.Crowds {
		if c.Kind == "readers" && c.P99 >= 300 {
			t.Errorf("99%% of pages arrive in %.1f ms, want less than 300", c.P99)
		}
	}
}
