package account_test

import (
	"strings"
	"testing"
)

// An account downloads what is stored about it, complete and a few times only.
func TestDownload(t *testing.T) {
	each(t, func(t *testing.T, s service) {
		b := s.browser(t)
		b.address = "192.0.2.1"
		b.want("POST", "account", ann, 201, "")
		for range 3 {
			a := b.do("GET", "account/data", "")
			lines := strings.Split(strings.TrimSpace(a.text), "\n")
			if a.status != 200 || !strings.HasPrefix(lines[0], `{"table":"accounts","row":{`) || !strings.HasPrefix(lines[len(lines)-1], `{"table":"end","row":{"lines":`) {
				t.Fatalf("%d %s", a.status, a.text)
			}
			if name := a.header.Get("Content-Disposition"); !strings.HasPrefix(name, "attachment; filename=") {
				t.Errorf("the file is %q", name)
			}
		}
		if a := b.want("GET", "account/data", "", 429, "rate"); a.header.Get("Retry-After") == "" {
			t.Errorf("no time to wait in %v", a.header)
		}
	})
}
