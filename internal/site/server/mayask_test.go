package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
)

// TestMayAsk asks about a position that nobody may ask about now, and about another one.
func TestMayAsk(t *testing.T) {
	const secret = "R../.../... 2"
	mayAsk := func(_ context.Context, _ catalog.Entry, pos game.Position) error {
		if pos.String() == secret {
			return account.Refuse("game-in-progress", "position %q is that of a game", pos)
		}
		return nil
	}
	explorer := NewExplorer("", catalog.Games(), slog.New(slog.DiscardHandler))
	explorer.MayAsk = mayAsk
	r := run(t, func(c *Config) { c.MayAsk, c.Parts = mayAsk, []Part{explorer} })
	for _, test := range []struct {
		path, position string
		want           int
	}{
		{"best", secret, http.StatusConflict},
		{"solve", secret, http.StatusConflict},
		{"explorer", secret, http.StatusConflict},
		{"best", ".../.../... 1", http.StatusOK},
		{"solve", ".../.../... 1", http.StatusOK},
		{"explorer", ".../.../... 1", http.StatusNotFound}, // there is no file
	} {
		method, path, body := "POST", "/api/v1/"+test.path, `{"game":"hermit","position":"`+test.position+`","nodes":10}`
		if test.path == "explorer" {
			method, path, body = "GET", path+"?"+url.Values{"game": {"hermit"}, "position": {test.position}}.Encode(), ""
		}
		res := r.do(method, path, body, "Content-Type", "application/json")
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != test.want || (test.want == http.StatusConflict) != strings.Contains(string(text), `"reason":"game-in-progress"`) {
			t.Errorf("%s %s: %d %s, %v; want %d", test.path, test.position, res.StatusCode, text, err, test.want)
		}
	}
}
