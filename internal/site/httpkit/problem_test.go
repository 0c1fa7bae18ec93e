package httpkit

import (
	"log/slog"
	"net/http/httptest"
	"testing"
)

func TestAttachmentName(t *testing.T) {
	for name, want := range map[string]string{
		"table.csv":         `attachment; filename="table.csv"`,
		"A/B \"x\"\n.csv":   `attachment; filename="A-B -x--.csv"`,
		"Groep é 日 (b).csv": `attachment; filename="Groep _ _ (b).csv"; filename*=UTF-8''Groep%20%C3%A9%20%E6%97%A5%20%28b%29.csv`,
	} {
		if got := NewAttachment("text/csv", name, nil).ContentDisposition; got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// Only what an operator can do something about stands out in the log.
func TestSeverity(t *testing.T) {
	for status, want := range map[int]slog.Level{
		200: slog.LevelDebug, 404: slog.LevelDebug, 429: slog.LevelDebug,
		500: slog.LevelError, 503: slog.LevelWarn,
		501: slog.LevelDebug, // oEmbed in another format than JSON
	} {
		if got := Severity(status); got != want {
			t.Errorf("%d is logged at %s, want %s", status, got, want)
		}
	}
}

// TestChallenge checks that who is not signed in hears how to say who they are, also where the
// framework writes the problem.
func TestChallenge(t *testing.T) {
	for status, want := range map[int]string{401: "Bearer", 403: ""} {
		p := NewProblem(status, "sign-in", "sign in first")
		w := httptest.NewRecorder()
		p.Write(w)
		if got, also := w.Header().Get("WWW-Authenticate"), p.GetHeaders().Get("WWW-Authenticate"); got != want || also != want {
			t.Errorf("%d: %q and %q, want %q", status, got, also, want)
		}
	}
}
