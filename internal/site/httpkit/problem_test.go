package httpkit

import "testing"

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
