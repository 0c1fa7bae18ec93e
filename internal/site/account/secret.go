package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"regexp"
)

// letters is base32 in lower case, without letters that are easily confused when read
// aloud.
var letters = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// random returns n random bytes as letters.
func random(n int) string {
	data := make([]byte, n)
	_, _ = rand.Read(data) // never fails
	return letters.EncodeToString(data)
}

// hashed returns the stored form of a secret that is too long to be guessed.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Random bytes in each kind of secret.
const (
	sessionBytes = 25
	tokenBytes   = 25
	codeBytes    = 10
)

// TokenPrefix begins each token, so that secret scanners find tokens that were
// published by mistake.
const TokenPrefix = "thera_"

var (
	sessionShape = regexp.MustCompile(`^s\.[a-z2-9]{40}$`)
	tokenShape   = regexp.MustCompile(`^` + TokenPrefix + `[a-z2-9]{40}$`)
)

func newSession() string { return "s." + random(sessionBytes) }

func newToken() string { return TokenPrefix + random(tokenBytes) }

// numCodes is how many recovery codes an account has.
const numCodes = 8

// newCodes returns recovery codes as they are shown and as they are stored.
func newCodes() (shown, stored []string) {
	for range numCodes {
		code, hash := NewCode()
		shown, stored = append(shown, code), append(stored, hash)
	}
	return shown, stored
}
