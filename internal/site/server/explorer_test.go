package server_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/explorer"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/server"
	"thera/record"
)

// put makes the file of a game in a folder: its start and one move, played so often, each
// time by players of the next of the ratings, if there are any.
func put(t *testing.T, folder string, entry catalog.Entry, name string, times int, ratings ...string) {
	t.Helper()
	start := gametest.Must(t, entry.Game.Start, "")
	b := explorer.NewBuilder(entry, explorer.Options{Plies: 3, About: "a test", Bands: explorer.UsualBands()})
	for i := range times {
		g := record.Game{Game: entry.Game.Name(), Start: start.String(), Turns: []record.Turn{{Move: start.Moves()[0]}}, Winners: game.Only(0)}
		if len(ratings) > 0 {
			rating := ratings[i%len(ratings)]
			g.Tags = []record.Tag{{Name: "Rating1", Value: rating}, {Name: "Rating2", Value: rating}}
		}
		if err := b.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, name)
	file, err := os.Create(path + ".new")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Write(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// serve returns a function that asks a library and wants a status.
func serve(t *testing.T, folder string) func(status int, path string, header ...string) (http.Header, string) {
	t.Helper()
	l := server.NewExplorer(folder, catalog.Games(), slog.New(slog.DiscardHandler))
	kit := httpkit.New(httpkit.Config[account.Who]{Limits: httpkit.DefaultLimits().WithoutRates()})
	l.Register(kit)
	web := httptest.NewServer(kit)
	t.Cleanup(func() {
		web.Close()
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(status int, path string, header ...string) (http.Header, string) {
		t.Helper()
		sent := http.Header{}
		for i := 0; i < len(header); i += 2 {
			sent.Set(header[i], header[i+1])
		}
		res, body := accounttest.Send(t, http.DefaultClient, http.MethodGet, web.URL+"/api/v1/explorer"+path, "", sent)
		if res.StatusCode != status {
			t.Fatalf("%s: %d %s, want %d", path, res.StatusCode, body, status)
		}
		return res.Header, body
	}
}

func TestLibrary(t *testing.T) {
	folder := t.TempDir()
	hermit, amazons := catalog.Games()[2], catalog.Games()[0]
	put(t, folder, hermit, "hermit.explorer", 3)
	ask := serve(t, folder)

	header, text := ask(200, "?game=hermit")
	var got server.Explored
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Games != 3 || len(got.Moves) != 1 || got.Moves[0].Wins[0] != 3 {
		t.Errorf("the start: %s, %v", text, err)
	}
	if header.Get("Cache-Control") != "public, max-age=300" {
		t.Errorf("Cache-Control %q", header.Get("Cache-Control"))
	}
	_, text = ask(200, "?game=hermit&position="+url.QueryEscape("R../.../... 2"))
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Games != 0 || got.Moves == nil {
		t.Errorf("a position without games: %s, %v", text, err)
	}
	ask(404, "?game=amazons")
	ask(422, "?game=chess")
	ask(422, "?game=hermit&position=x")
	if _, text = ask(200, "/files"); text == "[]\n" {
		t.Errorf("no files")
	}

	// Parts of the file, by which a position is found.
	whole, text := ask(200, "/files/hermit")
	part, head := ask(206, "/files/hermit", "Range", "bytes=0-7")
	if head != "THERAEXP" || text[:8] != head || part.Get("ETag") != whole.Get("ETag") || part.Get("ETag") == "" {
		t.Errorf("the first bytes: %q, %v", head, part)
	}
	ask(404, "/files/amazons")
	ask(404, "/files/..%2Fhermit")

	// A new file takes the place of the old one, a broken one that of none.
	put(t, folder, hermit, "hermit.explorer", 5)
	soon := time.Now().Add(time.Second)
	if err := os.Chtimes(filepath.Join(folder, "hermit.explorer"), soon, soon); err != nil {
		t.Fatal(err)
	}
	_, text = ask(200, "?game=hermit")
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Games != 5 {
		t.Errorf("a new file: %s, %v", text, err)
	}
	put(t, folder, hermit, "amazons.explorer", 1)
	ask(500, "?game=amazons")
	put(t, folder, amazons, "amazons.explorer", 1)
	ask(200, "?game=amazons")
	if err := os.Remove(filepath.Join(folder, "hermit.explorer")); err != nil {
		t.Fatal(err)
	}
	ask(404, "?game=hermit")
}

// TestRating asks for the games of players who are about as strong.
func TestRating(t *testing.T) {
	folder := t.TempDir()
	put(t, folder, catalog.Hermit(), "hermit.explorer", 5, "1150", "1350", "1450")
	put(t, folder, catalog.Amazons(), "amazons.explorer", 2)
	ask := serve(t, folder)
	for rating, want := range map[string]uint64{"": 5, "&rating=1199": 2, "&rating=1200": 3, "&rating=1500": 0, "&rating=2500": 0} {
		_, text := ask(200, "?game=hermit"+rating)
		var got server.Explored
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Games != want {
			t.Errorf("%s: %s, %v, want %d games", rating, text, err, want)
		}
	}
	if _, text := ask(404, "?game=amazons&rating=1500"); !strings.Contains(text, `"no-bands"`) {
		t.Errorf("a file of games without ratings: %s", text)
	}
	ask(422, "?game=hermit&rating=-1")
}

// TestNone wants no files of no folder.
func TestNone(t *testing.T) {
	ask := serve(t, "")
	if _, text := ask(200, "/files"); text != "[]\n" {
		t.Errorf("files of no folder: %s", text)
	}
	ask(404, "?game=hermit")
	ask(404, "/files/hermit")
}

// The files may be closed while one is sent. It is for -race.
func TestCloseWhileSending(t *testing.T) {
	folder := t.TempDir()
	put(t, folder, catalog.Games()[2], "hermit.explorer", 1)
	l := server.NewExplorer(folder, catalog.Games(), slog.New(slog.DiscardHandler))
	kit := httpkit.New(httpkit.Config[account.Who]{Limits: httpkit.DefaultLimits().WithoutRates()})
	l.Register(kit)
	var sending sync.WaitGroup
	sending.Go(func() {
		w := httptest.NewRecorder()
		kit.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/explorer/files/hermit", nil))
		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%d with %d bytes", w.Code, w.Body.Len())
		}
	})
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	sending.Wait()
	w := httptest.NewRecorder()
	if kit.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/explorer?game=hermit", nil)); w.Code != http.StatusNotFound {
		t.Errorf("%d from files that are closed", w.Code)
	}
}
