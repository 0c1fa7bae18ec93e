package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
)

// The cost of a password's hash: 20 to 60 ms and 19 MiB.
const (
	memory  = 19 << 10 // KiB
	passes  = 2
	threads = 1
)

const minPassword, maxPassword = 8, 200

const hashWait = 5 * time.Second // for a slot to hash a password

// hasher hashes passwords, a few at a time.
type hasher struct {
	slots chan struct{}
	nones string        // a hash that no password has, to compare with where there is no account
	done  *atomic.Int64 // hashes computed
}

func newHasher() hasher {
	p := hasher{slots: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))), done: new(atomic.Int64)}
	p.nones = encode(make([]byte, 16), make([]byte, 32))
	return p
}

func checkPassword(password, name string) error {
	n := len([]rune(password))
	switch {
	case n < minPassword || len(password) > maxPassword:
		return Refuse(BadPassword, "password of %d characters: want at least %d characters and at most %d bytes", n, minPassword, maxPassword)
	case strings.EqualFold(password, name):
		return Refuse(BadPassword, "the password is the name: choose another one")
	case strings.Count(password, password[:1]) == len(password):
		return Refuse(BadPassword, "the password repeats one character: choose another one")
	}
	return nil
}

func (p hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	sum, err := p.argon(ctx, password, salt)
	return encode(salt, sum), err
}

// matches reports whether a password matches the stored hash. It takes as long if there
// is none.
func (p hasher) matches(ctx context.Context, password, stored string) (bool, error) {
	salt, want, ok := decode(stored)
	if !ok {
		salt, want, _ = decode(p.nones)
	}
	if len(password) > maxPassword {
		password = ""
	}
	got, err := p.argon(ctx, password, salt)
	return ok && err == nil && subtle.ConstantTimeCompare(got, want) == 1, err
}

func (p hasher) argon(ctx context.Context, password string, salt []byte) ([]byte, error) {
	timer := time.NewTimer(hashWait)
	defer timer.Stop()
	select {
	case p.slots <- struct{}{}:
	case <-timer.C:
		return nil, &Refusal{Reason: Busy, Detail: "too many people are signing in right now", Wait: hashWait}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.slots }()
	p.done.Add(1)
	return argon2.IDKey([]byte(password), salt, passes, memory, threads, 32), nil
}

// parameters is the prefix of all hashes. A hash with other parameters does not match.
var parameters = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, memory, passes, threads)

var hashShape = regexp.MustCompile(`^([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$`)

func encode(salt, sum []byte) string {
	return parameters + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(sum)
}

func decode(stored string) (salt, sum []byte, ok bool) {
	rest, ok := strings.CutPrefix(stored, parameters)
	m := hashShape.FindStringSubmatch(rest)
	if !ok || m == nil {
		return nil, nil, false
	}
	salt, err := base64.RawStdEncoding.DecodeString(m[1])
	if err != nil {
		return nil, nil, false
	}
	sum, err = base64.RawStdEncoding.DecodeString(m[2])
	return salt, sum, err == nil
}

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

const numCodes = 8

func newCodes() (shown, stored []string) {
	for range numCodes {
		code, hash := NewCode()
		shown, stored = append(shown, code), append(stored, hash)
	}
	return shown, stored
}
