package exam

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestReadAnswers(t *testing.T) {
	items := small(t)
	id := items[0].ID
	answers, err := ReadAnswers(strings.NewReader(fmt.Sprintf("{\"id\":%q,\"answer\":\"a\"}\n\n{\"id\":%q,\"answer\":\"b\"}\n", id, id)), items)
	if err != nil || !reflect.DeepEqual(answers, Answers{id: {"a", "b"}}) {
		t.Errorf("%q, %v", answers, err)
	}
	marks, err := answers.Grade(items, 5)
	if err != nil || len(marks) != len(items) || marks[0].Unparsed != 2 {
		t.Errorf("%+v, %v", marks, err)
	}
	for text, want := range map[string]string{
		"{":                              `line 1: "{": want {"id": "…", "answer": "…"}`,
		"\n[1]":                          `line 2: "[1]": want {"id": "…", "answer": "…"}`,
		`{"id":"` + id + `"}`:            `"}": want {"id": "…", "answer": "…"}`,
		`{"id":"x","answer":""}`:         `id "x"`,
		`{"id":"` + id + `","answer":1}`: `"answer\":1}": want {"id": "…", "answer": "…"}`,
		"\n" + strings.Repeat(" ", longestAnswer+1): "line 2: want at most 8388608 bytes",
	} {
		if _, err := ReadAnswers(strings.NewReader(text), items); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func FuzzReadAnswers(f *testing.F) {
	f.Add(`{"id":"0","answer":"Move: a1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		answers, err := ReadAnswers(strings.NewReader(text), []Item{{ID: "0"}})
		for id, all := range answers {
			if err != nil || id != "0" || len(all) == 0 {
				t.Errorf("%q: %q, %v", text, answers, err)
			}
			for _, a := range all {
				moveIn(a)
			}
		}
	})
}
