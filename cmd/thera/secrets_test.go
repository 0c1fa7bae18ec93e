package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"thera/internal/site/account/accounttest"
	"thera/internal/site/store/storetest"
)

// confidant is a browser that notes all secrets that it sends and gets.
type confidant struct {
	*testing.T
	url     string
	browser *http.Client
	secrets map[string][]string // by kind
}

func newConfidant(t *testing.T, address string) *confidant {
	jar, _ := cookiejar.New(nil) // there is no error without options
	return &confidant{t, "http://" + address + "/api/v1", &http.Client{Jar: jar}, map[string][]string{}}
}

// must is do for a request that has to succeed.
func (c *confidant) must(method, path, body, token string) {
	c.Helper()
	if status := c.do(method, path, body, token); status >= 300 {
		c.Fatalf("%s %s: %d", method, path, status)
	}
}

// do sends a request, with a token unless it is empty, and notes the secrets in the
// answer.
func (c *confidant) do(method, path, body, token string) (status int) {
	c.Helper()
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	answer, text := accounttest.Send(c, c.browser, method, c.url+path, body, header)
	for _, cookie := range answer.Cookies() {
		c.note("cookie", cookie.Value)
	}
	var fields map[string]any
	if json.Unmarshal([]byte(text), &fields) != nil {
		return answer.StatusCode
	}
	for _, kind := range []string{"token", "invitation", "code", "recovery"} {
		switch value := fields[kind].(type) {
		case string:
			c.note(kind, value)
		case []any:
			for _, one := range value {
				if text, ok := one.(string); ok {
					c.note(kind, text)
				}
			}
		}
	}
	return answer.StatusCode
}

func (c *confidant) note(kind, secret string) {
	if secret != "" && !slices.Contains(c.secrets[kind], secret) {
		c.secrets[kind] = append(c.secrets[kind], secret)
	}
}

// last returns the newest secret of a kind.
func (c *confidant) last(kind string) string {
	c.Helper()
	if len(c.secrets[kind]) == 0 {
		c.Fatalf("the server has given no %s", kind)
	}
	return c.secrets[kind][len(c.secrets[kind])-1]
}

// TestSecretsAreNotLogged does everything in which there is something secret, also
// wrongly, on a server that logs all it can, in each format.
func TestSecretsAreNotLogged(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			s := &killed{TB: t, listen: storetest.Address(t), store: storetest.SQLite(t), more: []string{"--log-level", "debug", "--log-format", format}}
			s.start()
			defer s.kill()
			teacher := newConfidant(t, s.listen)
			pupil := tellSecrets(t, teacher)
			s.end()
			log := s.log.Bytes()
			for _, c := range []*confidant{teacher, pupil} {
				for kind, secrets := range c.secrets {
					for _, secret := range secrets {
						for _, form := range []string{secret, url.QueryEscape(secret)} {
							if at := bytes.Index(log, []byte(form)); at >= 0 {
								t.Errorf("a %s is logged: …%s", kind, log[max(0, at-200):min(len(log), at+200)])
							}
						}
					}
				}
			}
			for _, attribute := range []string{"request", "operation", "account"} {
				count := bytes.Count(log, []byte(" "+attribute+"=")) + bytes.Count(log, []byte(`,"`+attribute+`":"`))
				if lines := bytes.Count(log, []byte("\n")); count < 5 || count > lines {
					t.Errorf("%d lines of %d have the attribute %s: want those of the requests", count, lines, attribute)
				}
			}
		})
	}
}

// tellSecrets has a teacher make an account, tokens and a class, and a pupil join it.
func tellSecrets(t *testing.T, teacher *confidant) (pupil *confidant) {
	t.Helper()
	const password, second, wrong = "correct horse battery 17", "staple horse battery 23", "wrong horse battery 99"
	for _, secret := range []string{password, second, wrong} {
		teacher.note("password", secret)
	}
	teacher.must("POST", "/account", `{"name":"teacher","password":"`+password+`"}`, "")
	teacher.do("POST", "/account", `{"name":"teacher","password":"`+password+`"}`, "")
	teacher.must("POST", "/account/recovery", "", "")
	teacher.last("recovery")
	teacher.must("POST", "/account/tokens", `{"label":"a program","scopes":["play"]}`, "")
	token := teacher.last("token")
	teacher.must("GET", "/account/games", "", token)
	teacher.do("GET", "/account/games", "", token+"x") // nearly a token
	teacher.note("token", token+"x")
	teacher.must("POST", "/classes", `{"name":"chess club"}`, "")
	invitation := teacher.last("invitation")

	pupil = newConfidant(t, strings.TrimSuffix(strings.TrimPrefix(teacher.url, "http://"), "/api/v1"))
	for _, path := range []string{"/invitation/" + invitation, "/invitation/" + invitation + "x", "/invitation/" + invitation + "/no/such"} {
		pupil.do("GET", path, "", "")
		pupil.do("POST", path, `{"name":"Zoë"}`, "")
	}
	pupil.must("POST", "/class/entry", `{"code":"`+pupil.last("code")+`"}`, "")
	pupil.must("POST", "/class/program", "", "")
	pupil.last("token")

	teacher.must("PUT", "/account/password", `{"password":"`+second+`"}`, "")
	teacher.do("POST", "/session", `{"name":"teacher","password":"`+wrong+`"}`, "")
	teacher.must("POST", "/session", `{"name":"teacher","password":"`+second+`"}`, "")
	teacher.do("POST", "/session", `{"name":"teacher","password":"`+second+`"`, "") // not JSON
	recovery := `{"name":"teacher","code":"` + teacher.last("recovery") + `"}`
	teacher.must("POST", "/session/recovery", recovery, "")
	teacher.do("POST", "/session/recovery", recovery, "")
	teacher.last("cookie")
	return pupil
}
