package lobby

import (
	"errors"
	"fmt"
	"testing"
)

// Who reads too slowly is told so, of the lobby and of his own; all others have
// each notice once and in order.
func TestSlowListeners(t *testing.T) {
	h := newHub()
	quick, slow, deaf := h.enter("ann", true), h.enter("ann", true), h.enter("bob", false)
	read := 0
	for n := range 5 * maxLog {
		h.publish(Notice{ID: fmt.Sprint(n)})
		if n%100 != 0 {
			continue
		}
		notices, more, err := h.take(quick)
		if err != nil || more == nil {
			t.Fatal(err)
		}
		for _, notice := range notices {
			if notice.ID != fmt.Sprint(read) {
				t.Fatalf("notice %q, want %d", notice.ID, read)
			}
			read++
		}
	}
	if _, _, err := h.take(slow); !errors.Is(err, ErrBehind) {
		t.Errorf("%v, want that he is behind", err)
	}
	if len(h.log) > 2*maxLog {
		t.Errorf("%d notices are kept", len(h.log))
	}
	if notices, more, err := h.take(deaf); len(notices) != 0 || more != nil || err != nil {
		t.Errorf("of a lobby he does not want: %v, %v", notices, err)
	}
	for n := range maxMail {
		h.tell([]string{"bob", "cid"}, Notice{ID: fmt.Sprint(n)})
	}
	if notices, _, err := h.take(deaf); len(notices) != maxMail || err != nil {
		t.Errorf("%d notices, %v, want %d", len(notices), err, maxMail)
	}
	for range maxMail + 1 {
		h.tell([]string{"bob"}, Notice{})
	}
	if len(deaf.mail) != 0 {
		t.Errorf("%d notices are kept for who has to begin anew", len(deaf.mail))
	}
	if _, _, err := h.take(deaf); !errors.Is(err, ErrBehind) {
		t.Errorf("%v, want that he is behind", err)
	}
	for _, l := range []*listener{quick, slow, deaf} {
		h.leave(l)
	}
	if h.online() != 0 || h.listens("ann") {
		t.Errorf("%d are online", h.online())
	}
}
