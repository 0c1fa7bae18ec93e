package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
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

// patience is how long somebody waits for others' passwords to be hashed.
const patience = 5 * time.Second

// hasher hashes passwords, a few at a time.
type hasher struct {
	slots chan struct{}
	nones string        // the hash of a password that nobody has
	done  *atomic.Int64 // hashes made
}

func newHasher() hasher {
	p := hasher{slots: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))), done: new(atomic.Int64)}
	p.nones = encode(make([]byte, 16), make([]byte, 32))
	return p
}

// checkPassword returns why a password can't be had.
func checkPassword(password, name string) error {
	n := len([]rune(password))
	switch {
	case n < minPassword || len(password) > maxPassword:
		return refuse(BadPassword, "password of %d characters: want %d or more, and %d bytes at most", n, minPassword, maxPassword)
	case strings.EqualFold(password, name):
		return refuse(BadPassword, "password that is the name: want another one")
	case strings.Count(password, password[:1]) == len(password):
		return refuse(BadPassword, "password of one character again and again: want another one")
	}
	return nil
}

// hash returns a password as it is stored.
func (p hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	sum, err := p.argon(ctx, password, salt)
	return encode(salt, sum), err
}

// matches reports whether a password is the stored one. Where none is stored
// that takes as long.
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
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case p.slots <- struct{}{}:
	case <-timer.C:
		return nil, &Refusal{Reason: Busy, Detail: "too many are signing in just now", Wait: patience}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.slots }()
	p.done.Add(1)
	return argon2.IDKey([]byte(password), salt, passes, memory, threads, 32), nil
}

// parameters is how a hash begins; one of other parameters would be another
// version's.
var parameters = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, memory, passes, threads)

var hashShape = regexp.MustCompile(`^([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$`)

func encode(salt, sum []byte) string {
	return parameters + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(sum)
}

// decode reads a stored hash; ok is false for what is none.
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
