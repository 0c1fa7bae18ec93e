package live

import (
	"testing"

	"thera/internal/site/store/storetest"
)

// A draft is visible to its players, advances by requests, and ends in a game.
func TestDraft(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	const want = `{"game":"santorini","variant":"2p","powers":"draft","clock":"5+3","rated":false}`
	if status, made := s.ask("ann", "POST", "/seeks", want); status != 200 {
		t.Fatalf("%d %v", status, made)
	}
	ann := s.stream("ann", "/events")
	ann.wait("hello")
	_, made := s.ask("bob", "POST", "/seeks", want)
	told, _ := ann.wait("draft")["draft"].(map[string]any)
	id, _ := told["id"].(string)
	if d, _ := made["draft"].(map[string]any); id == "" || d["id"] != id {
		t.Fatalf("bob got %v, ann %v", made, told)
	}
	first, _ := told["players"].([]any)[0].(map[string]any)["name"].(string)
	second := map[string]string{"ann": "bob", "bob": "ann"}[first]
	for _, act := range []struct {
		who, body string
		status    int
		reason    any
	}{
		{first, `{"number":1,"do":"offer","powers":["pan","zeus"]}`, 422, "illegal"},
		{second, `{"number":1,"do":"offer","powers":["pan","atlas"]}`, 422, "illegal"},
		{first, `{"number":1,"do":"offer","powers":["pan","atlas"]}`, 200, nil},
		{first, `{"number":1,"do":"offer","powers":["pan","hermes"]}`, 409, "wrong-ply"},
		{"eve", `{"number":2,"do":"choose","powers":["pan"]}`, 403, "not-yours"},
		{second, `{"number":2,"do":"choose","powers":["pan"]}`, 200, nil},
		{first, `{"number":3,"do":"start","first":2}`, 200, nil},
		{first, `{"number":3,"do":"start","first":2}`, 404, "gone"},
	} {
		status, made := s.ask(act.who, "POST", "/drafts/"+id, act.body)
		if status != act.status || made["reason"] != act.reason {
			t.Errorf("%s by %s: %d %v, want %d, %v", act.body, act.who, status, made, act.status, act.reason)
		}
	}
	game := ann.wait("gameStart")["game"].(map[string]any)
	if game["id"] != id || game["variant"] != "2p:pan,atlas" {
		t.Errorf("%v", game)
	}
}
