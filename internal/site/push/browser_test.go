package push_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"thera/internal/site/store"
)

// browser is the other end of a subscription, written from the RFCs and not
// from the library that sends.
type browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newBrowser(t *testing.T) browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return browser{key, auth}
}

var base64url = base64.RawURLEncoding

// subscribe returns what the browser gives a page.
func (b browser) subscribe(player, endpoint string) store.Subscription {
	return store.Subscription{
		Player: player, Session: player + "'s", Endpoint: endpoint,
		Key: base64url.EncodeToString(b.key.PublicKey().Bytes()), Auth: base64url.EncodeToString(b.auth),
	}
}

// open decrypts a body in the encoding aes128gcm (RFC 8188) with keys by RFC
// 8291.
func (b browser) open(body []byte) ([]byte, error) {
	if len(body) < 21 || len(body) < 21+int(body[20]) {
		return nil, errors.New("no header")
	}
	salt, sender, sealed := body[:16], body[21:21+int(body[20])], body[21+int(body[20]):]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(public)
	if err != nil {
		return nil, err
	}
	info := slices.Concat([]byte("WebPush: info\x00"), b.key.PublicKey().Bytes(), sender)
	secret, err := hkdf.Key(sha256.New, shared, b.auth, string(info), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	padded, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, err
	}
	end := slices.Index(padded, 2) // the last record's delimiter; the text is JSON
	if end < 0 {
		return nil, errors.New("no delimiter")
	}
	return padded[:end], nil
}

// vouch checks who signed a request (RFC 8292) and that it is meant for this
// push service and not for ever.
func vouch(header, key, audience string) error {
	rest, ok := strings.CutPrefix(header, "vapid t=")
	token, k, ok2 := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !ok2 || len(parts) != 3 {
		return fmt.Errorf("authorization %q", header)
	}
	if k != key {
		return fmt.Errorf("signed by %q: want %q", k, key)
	}
	point, err := base64url.DecodeString(k)
	if err != nil {
		return err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	signature, err := base64url.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return fmt.Errorf("signature %q: %w", parts[2], err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return errors.New("the signature is wrong")
	}
	text, err := base64url.DecodeString(parts[1])
	if err != nil {
		return err
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(text, &claims); err != nil {
		return err
	}
	if now := time.Now().Unix(); claims.Aud != audience || claims.Exp < now || claims.Exp > now+24*60*60 || claims.Sub == "" {
		return fmt.Errorf("claims %s: want them for %s", text, audience)
	}
	return nil
}
