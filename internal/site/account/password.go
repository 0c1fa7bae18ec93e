package account

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// cost is what it takes to compute a hash. Each hash is stored with its own, so that a
// higher cost can be configured at any time: old hashes are replaced at the next sign-in.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// defaultCost is 20 to 60 ms and 19 MiB.
var defaultCost = cost{memory: 19 << 10, passes: 2, threads: 1}

// weakCost protects nothing, see [Config].
var weakCost = cost{memory: 64, passes: 1, threads: 1}

// maxCost bounds what a hash in the store can demand.
var maxCost = cost{memory: 1 << 20, passes: 100, threads: 64}

func (c cost) exceeds(other cost) bool {
	return c.memory > other.memory || c.passes > other.passes || c.threads > other.threads
}

// hasher hashes passwords. The operations that do so are of the class
// [httpkit.Password], which bounds how many are hashed at a time.
type hasher struct {
	cost  cost          // of new hashes
	nones string        // a hash that no password has, to compare with where there is no account
	done  *atomic.Int64 // hashes computed
}

func newHasher(c cost) hasher {
	return hasher{cost: c, nones: passwordHash{c, make([]byte, 16), make([]byte, 32)}.String(), done: new(atomic.Int64)}
}

// hash returns the hash of a password to be stored.
func (p hasher) hash(password string) string {
	h := passwordHash{cost: p.cost, salt: make([]byte, 16)}
	_, _ = rand.Read(h.salt) // never fails
	h.sum = p.argon(norm.NFKC.String(password), h)
	return h.String()
}

// matches reports whether a password matches the stored hash, and whether that hash
// should be replaced by one of today's cost and form. It takes as long if there is none.
func (p hasher) matches(password, stored string) (ok, outdated bool) {
	want, exists := parseHash(stored)
	if !exists {
		want, _ = parseHash(p.nones)
	}
	if len(password) > maxPasswordBytes {
		password = ""
	}
	// Hashes were made from passwords as they were typed before they were normalized.
	forms := slices.Compact([]string{norm.NFKC.String(password), password})
	for i, form := range forms {
		got := p.argon(form, want)
		if exists && subtle.ConstantTimeCompare(got, want.sum) == 1 {
			return true, i > 0 || p.cost.exceeds(want.cost)
		}
	}
	return false, false
}

func (p hasher) argon(password string, like passwordHash) []byte {
	p.done.Add(1)
	return argon2.IDKey([]byte(password), like.salt, like.passes, like.memory, like.threads, 32)
}

// passwordHash is an argon2id hash. Its text has the PHC string format, as in
// $argon2id$v=19$m=19456,t=2,p=1$SALT$SUM.
type passwordHash struct {
	cost
	salt, sum []byte
}

var hashShape = regexp.MustCompile(`^\$argon2id\$v=19\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$`)

// String returns the hash as it is stored.
func (h passwordHash) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.memory, h.passes, h.threads, b64.EncodeToString(h.salt), b64.EncodeToString(h.sum))
}

func parseHash(stored string) (h passwordHash, ok bool) {
	m := hashShape.FindStringSubmatch(stored)
	if m == nil {
		return h, false
	}
	var numbers [3]uint64
	for i := range numbers {
		var err error
		if numbers[i], err = strconv.ParseUint(m[1+i], 10, 32); err != nil {
			return h, false
		}
	}
	var saltErr, sumErr error
	h.salt, saltErr = base64.RawStdEncoding.DecodeString(m[4])
	h.sum, sumErr = base64.RawStdEncoding.DecodeString(m[5])
	if saltErr != nil || sumErr != nil || numbers[2] > uint64(maxCost.threads) {
		return passwordHash{}, false
	}
	h.cost = cost{uint32(numbers[0]), uint32(numbers[1]), uint8(numbers[2])}
	return h, !h.exceeds(maxCost)
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
