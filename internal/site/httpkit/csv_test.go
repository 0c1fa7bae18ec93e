package httpkit

import "testing"

// TestCSV writes cells that a spreadsheet would take for formulas.
func TestCSV(t *testing.T) {
	got := CSV("table", [][]string{{"name", "elo"}, {`=HYPERLINK("http://evil.test")`, "-12.5"}, {"+b", "3"}, {"@c", "-1+2"}, {" +12", ""}, {"Équipe, 1", "\tx"}})
	want := "\ufeffname,elo\n\"'=HYPERLINK(\"\"http://evil.test\"\")\",-12.5\n'+b,3\n'@c,'-1+2\n\" +12\",\n\"Équipe, 1\",'\tx\n"
	if string(got.Body) != want {
		t.Errorf("%q, want %q", got.Body, want)
	}
}
