package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"strings"
	"testing"

	"thera/internal/site/httpkit"
)

// TestSpelling sends each key of each body in another spelling, which encoding/json takes
// for the same: beside the right one and instead of it. If one got through, what the schema
// says about the key would not hold.
func TestSpelling(t *testing.T) {
	t.Parallel()
	s := openAuthority(t)
	var all contract
	_, text := s.ask(nobody, &httpkit.Operation{}, "/api/v1/openapi.json", "")
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	for _, op := range s.site.Operations() {
		if op.Body == 0 {
			continue
		}
		t.Run(op.ID, func(t *testing.T) {
			s.T = t
			if op.Tag == "account" { // however long ago the owner signed in
				s.must(owner, "POST", "/session/confirm", `{"password":"correct horse battery"}`)
			}
			caller := s.caller(op, owner)
			address, body := s.object(op, owner, caller)
			var right any
			if err := json.Unmarshal([]byte(body), &right); err != nil {
				t.Fatal(err)
			}
			form := all.Paths[op.Path][strings.ToLower(op.Method)].RequestBody.Content["application/json"].Schema
			tried := false
			all.respell(form, right, func(wrong any) {
				tried = true
				text, err := json.Marshal(wrong)
				if err != nil {
					t.Fatal(err)
				}
				status, got := s.ask(caller, op, address, string(text))
				if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity ||
					!strings.Contains(got, "twice in one object") && !strings.Contains(got, "unexpected property") {
					t.Errorf("%s: %d %.300s", text, status, got)
				}
			})
			if isOpaque := strings.HasPrefix(op.ID, "finish"); tried == isOpaque { // an authenticator's answer has no schema
				t.Errorf("spellings tried: %t", tried)
			}
		})
	}
}

// contract is what matters here of the description of the API.
type contract struct {
	Paths map[string]map[string]struct {
		RequestBody struct {
			Content map[string]struct{ Schema schema }
		}
	}
	Components struct{ Schemas map[string]schema }
}

type schema struct {
	Ref        string `json:"$ref"`
	Properties map[string]schema
	Items      *schema
}

// respell calls try with copies of a value, each with one key in another spelling. Keys that
// the value lacks are tried as null, which stands for a missing one.
func (c *contract) respell(s schema, value any, try func(any)) {
	if s.Ref != "" {
		s = c.Components.Schemas[path.Base(s.Ref)]
	}
	if s.Items != nil {
		var first any
		if list, _ := value.([]any); len(list) > 0 {
			first = list[0]
		}
		c.respell(*s.Items, first, func(v any) { try([]any{v}) })
	}
	object, _ := value.(map[string]any)
	for key, inner := range s.Properties {
		with := func(name string, v any) map[string]any {
			changed := map[string]any{key: nil}
			maps.Copy(changed, object)
			changed[name] = v
			return changed
		}
		c.respell(inner, object[key], func(v any) { try(with(key, v)) })
		for _, other := range spellings(key) {
			beside := with(other, object[key])
			try(beside)
			instead := maps.Clone(beside)
			delete(instead, key)
			try(instead)
		}
	}
}

// spellings returns other spellings of a key for encoding/json.
func spellings(key string) []string {
	all := []string{strings.ToUpper(key)}
	for letter, alike := range map[string]string{"s": "ſ", "k": "\u212a"} {
		if strings.Contains(key, letter) {
			all = append(all, strings.Replace(key, letter, alike, 1))
		}
	}
	return all
}
