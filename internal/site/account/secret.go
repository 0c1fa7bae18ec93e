package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"regexp"
	"strings"
)

// letters are base32 in lower case: they survive being read aloud.
var letters = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// random returns n random bytes as letters.
func random(n int) string {
	data := make([]byte, n)
	_, _ = rand.Read(data) // never fails
	return letters.EncodeToString(data)
}

// newID returns the id of somebody new, 16 letters.
func newID() string { return random(10) }

// hashed returns what is stored of a secret that is too long to be guessed.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// The secrets, so many random bytes each.
const (
	sessionBytes = 25
	tokenBytes   = 25
	codeBytes    = 10
)

// TokenPrefix begins each token, so that scanners for secrets can find one
// that was published by mistake.
const TokenPrefix = "thera_"

var (
	sessionShape = regexp.MustCompile(`^s\.[a-z2-9]{40}$`)
	tokenShape   = regexp.MustCompile(`^` + TokenPrefix + `[a-z2-9]{40}$`)
)

func newSession() string { return "s." + random(sessionBytes) }

func newToken() string { return TokenPrefix + random(tokenBytes) }

// codes is how many recovery codes an account has.
const codes = 8

// newCodes returns recovery codes, as they are shown and as they are stored.
func newCodes() (shown, stored []string) {
	for range codes {
		code, hash := NewCode()
		shown, stored = append(shown, code), append(stored, hash)
	}
	return shown, stored
}

// readCode returns the hash of a code as somebody has typed it.
func readCode(typed string) string {
	return hashed(strings.NewReplacer("-", "", " ", "").Replace(strings.ToLower(typed)))
}
