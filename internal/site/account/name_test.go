package account

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	n := newNames([]string{"amazons", "hermit"})
	for name, good := range map[string]bool{
		"Ann": true, "bo": true, "Jan-Piet": true, "a_b-c": true, "x86": true, "Amazonian": true, "amazon-3": true, "theresa": true,
		strings.Repeat("a", 20): true,

		"": false, "a": false, strings.Repeat("a", 21): false, "1up": false, "-a": false, "a-": false, "a--b": false, "a_-b": false,
		"Zoë": false, "a b": false, "a.b": false, "a\x00b": false, "аnn": false, // the first letter is Cyrillic
		"admin": false, "Admin2": false, "ad-min": false, "adm1n": false, "THERA": false, "thera-team": false, "de1eted": false,
		"guest-abcd": false, "guest": false, "moderator": false, "system": false, "nu11": false,
		"amazons-3": false, "amazons3": false, "AMAZ0NS_12": false, "Hermit": false, "herrnit-1": false,
	} {
		if err := n.check(name); (err == nil) != good {
			t.Errorf("name %q: %v, want it good: %v", name, err, good)
		}
	}
	if err := newNames(nil).check("hermit"); err != nil {
		t.Errorf("without games: %v", err)
	}
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Ann", "ANN", "a-nn", "a_nn"},
		{"Bill", "Bi1l", "BILL", "b-l-l-l", "blll"},
		{"oscar", "0scar", "OSCAR"},
		{"mark", "rnark", "RNark"},
		{"wim", "vvim", "vvirn"},
	} {
		for _, name := range same {
			if fold(name) != fold(same[0]) {
				t.Errorf("%q is told from %q", name, same[0])
			}
		}
	}
	for _, pair := range [][2]string{{"ann", "anna"}, {"amazons-1", "amazons-11"}, {"amazons-2", "amazons-3"}, {"bob", "dod"}} {
		if fold(pair[0]) == fold(pair[1]) {
			t.Errorf("%q is not told from %q", pair[0], pair[1])
		}
	}
}

// Whatever is a name folds to one thing, and is safe in an address.
func FuzzName(f *testing.F) {
	for _, name := range []string{"Ann", "Jan-Piet", "amazons-3", "admin", "rnn", "vvv", "a--b", "\xff"} {
		f.Add(name)
	}
	n := newNames([]string{"amazons"})
	f.Fuzz(func(t *testing.T, name string) {
		folded := fold(name)
		if n.check(name) != nil {
			return
		}
		if folded == "" || strings.ContainsAny(name, "/?#%&<>\"' ") || strings.ToLower(folded) != folded {
			t.Errorf("the name %q folds to %q", name, folded)
		}
		for _, other := range []string{strings.ToUpper(name), strings.ReplaceAll(name, "o", "0"), strings.ReplaceAll(name, "l", "1")} {
			if fold(other) != folded {
				t.Errorf("%q is told from %q", other, name)
			}
		}
	})
}

// Members of a class have names in any script, but nobody can be taken for the teacher,
// for somebody who runs the service, or for a program.
func TestMemberNames(t *testing.T) {
	n := newNames([]string{"hermit"})
	for name, good := range map[string]bool{
		"Zoë Peeters": true, "Vera": true, "Вера": true, "Ἀλέξης": true, "王小明": true, "Jean-Luc": true, "Theo": true, "Systa": true, "Adminah": true,
		"Ann Guest": true, "Mia 2": true, "Ida M.": true,

		"": false, "2 Mia": false, strings.Repeat("a", 31): false, "hermit-3": false, "Mia’s program": false,
		"Admin": false, "adm1n": false, "ADMIN 2": false, "admin7": false, "Аdмin": false, "АДМIN": false, "admin, the": false, "Ádmin": false,
		"ａｄｍｉｎ": false, "Teacher": false, "Moderator Bo": false, "Guest": false, "Guest-ab3f": false,
		"Emma de Groot": false, "emma degroot": false, "Émma De-Groot": false, "EMMADEGR00T": false, "Ernma de Groot": false,
		"Еmma": false, "Ρaul": false, // one letter of another alphabet
		"\u3164": false, "Mia\uffa0": false, "M\u034fia": false, "Mia\ufe0f": false, "\u17b4Mia": false, "x" + strings.Repeat("\u0301", 5): false, // nobody sees what is not Mia
	} {
		if _, err := n.checkMember(name, "Emma_de_Groot"); (err == nil) != good {
			t.Errorf("name %q: %v, want it good: %v", name, err, good)
		}
	}
	if _, err := n.checkMember("Ann (Bee)", "Emma"); err == nil || !strings.Contains(err.Error(), "period or comma, as in Doe, J.") {
		t.Errorf("%v, want all that a name may have", err)
	}
	if _, err := n.checkMember("Соре", "cope"); err == nil {
		t.Error("a name in Cyrillic letters looks like the teacher's")
	}
}

func TestLines(t *testing.T) {
	for text, good := range map[string]bool{
		"Cup": true, "Klasse 7b – 2026": true, "کاپ": true, "می\u200cخواهم": true, "❤️ 👩‍🏫": true,

		"": false, " ": false, "\u200b": false, "\u3164\ufe0f": false, "Cup\x00": false, "Cup\nEnd": false, "Cup\x1b[31m": false,
		"\u202epuC": false, "Cup \u2066": false, "Cup\u200f": false, "Cup\xff": false,
		"Cup" + strings.Repeat("\u0301", 5): false, "Cup" + strings.Repeat("\u0301", 4): true,
	} {
		if got := IsLine(text); got != good {
			t.Errorf("%+q: %v, want %v", text, got, good)
		}
	}
}

func FuzzMemberName(f *testing.F) {
	for _, name := range []string{"Zoë Peeters", "Вера", "admin", "a\u0301", "\xff", "'"} {
		f.Add(name)
	}
	n := newNames([]string{"hermit"})
	f.Fuzz(func(t *testing.T, name string) {
		checked, err := n.checkMember(name, "Emma")
		if err != nil {
			return
		}
		if again, err := n.checkMember(checked, "Emma"); err != nil || again != checked {
			t.Errorf("the name %q is stored as %q, then %q, %v", name, checked, again, err)
		}
		if skeleton(checked) == "emma" {
			t.Errorf("%q looks like the teacher's name", checked)
		}
	})
}
