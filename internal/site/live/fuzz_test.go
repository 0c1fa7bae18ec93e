package live

import (
	"encoding/json"
	"log/slog"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
	"thera/internal/site/stream"
)

// FuzzHear lets a player say anything over a socket: the answer is always a frame.
func FuzzHear(f *testing.F) {
	for _, seed := range []string{
		`{"do":"turn","id":"7","turn":"Ra1","ply":1,"seen":1,"lag":35}`, `{"do":"ping"}`, `{"do":"claim","against":2}`,
		`{"do":"plan","ply":2,"lines":[["Ra1","Bb2"]]}`, `{"do":"offer","offer":"takeback"}`, `{"do":"phrase","phrase":"hello"}`,
		`{"do":"turn","ply":-1,"lag":-9223372036854775808}`, `{"do":null}`, `[`,
	} {
		f.Add(seed)
	}
	ctx := f.Context()
	s, err := store.Open(ctx, storetest.SQLite(f))
	if err != nil {
		f.Fatal(err)
	}
	house := storetest.House(f, s)
	live := New(Config{House: house, Store: s, Still: account.Who.Need, Silenced: func(string) error { return nil }, Log: slog.New(slog.DiscardHandler), Limits: DefaultLimits()})
	setup := play.Setup{Game: "hermit", Variant: "3x3", Control: play.Control{Turn: 86_400_000}, Players: []play.Player{
		{ID: "id-ann", Name: "ann", Kind: play.Person}, {ID: "id-bob", Name: "bob", Kind: play.Person},
	}}
	if err := house.Begin(ctx, "g", setup); err != nil {
		f.Fatal(err)
	}
	who, _ := byName{}.named("Bearer ann")
	var follower stream.Feed
	if _, err := new(account.Connections).Guard(who, func() {}, func(k *account.Connection) (stream.Feed, error) {
		var err error
		follower, err = live.follow(ctx, "g", Subscriber{who, k, func() {}}, 0)
		return follower, err
	}); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, message string) {
		var frame struct{ Event string }
		answer := follower.Hear(t.Context(), []byte(message))
		if err := json.Unmarshal(answer, &frame); err != nil || frame.Event != "ack" && frame.Event != "refused" && frame.Event != "pong" {
			t.Errorf("%q: %q, %v", message, answer, err)
		}
	})
}
