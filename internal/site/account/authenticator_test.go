package account_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

var b64 = base64.RawURLEncoding

// authenticator is one that holds a single passkey.
type authenticator struct {
	t       *testing.T
	origin  string // what the browser says
	party   string // what the site says
	id      []byte
	handle  string
	key     *ecdsa.PrivateKey
	counter uint32
	flags   byte
}

const (
	present  = 0x01
	verified = 0x04
	attested = 0x40
)

func newAuthenticator(t *testing.T, origin string) *authenticator {
	t.Helper()
	return &authenticator{t: t, origin: origin, party: "localhost", flags: present | verified}
}

// options is what a site asks an authenticator for.
type options struct {
	PublicKey struct {
		Challenge string
		User      struct{ ID, Name string }
		RP        struct{ ID string }
		Exclude   []struct{ ID string } `json:"excludeCredentials"`

		AuthenticatorSelection struct{ ResidentKey, UserVerification string }
		UserVerification       string
	}
}

func (a *authenticator) read(text string) (o options) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(text), &o); err != nil || o.PublicKey.Challenge == "" {
		a.t.Fatalf("options %s: %v", text, err)
	}
	return o
}

func (a *authenticator) client(kind, challenge string) []byte {
	return a.marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
}

func (a *authenticator) marshal(v any) []byte {
	a.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

func (a *authenticator) data(flags byte) []byte {
	a.counter++
	sum := sha256.Sum256([]byte(a.party))
	return binary.BigEndian.AppendUint32(append(sum[:], flags), a.counter)
}

// register makes a passkey and returns the answer to options.
func (a *authenticator) register(text string) string {
	a.t.Helper()
	o := a.read(text)
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		a.t.Fatal(err)
	}
	a.id = make([]byte, 16)
	_, _ = rand.Read(a.id)
	a.handle = o.PublicKey.User.ID
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	public := a.cbor(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	data := append(a.data(a.flags|attested), make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), public...)
	return a.answer(map[string]any{
		"clientDataJSON":    b64.EncodeToString(a.client("webauthn.create", o.PublicKey.Challenge)),
		"attestationObject": b64.EncodeToString(a.cbor(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})),
	})
}

func (a *authenticator) cbor(v any) []byte {
	a.t.Helper()
	data, err := webauthncbor.Marshal(v)
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

// sign returns the answer to options for signing in.
func (a *authenticator) sign(text string) string {
	a.t.Helper()
	client := a.client("webauthn.get", a.read(text).PublicKey.Challenge)
	data, hash := a.data(a.flags), sha256.Sum256(client)
	sum := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, sum[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.answer(map[string]any{
		"clientDataJSON": b64.EncodeToString(client), "authenticatorData": b64.EncodeToString(data),
		"signature": b64.EncodeToString(signature), "userHandle": a.handle,
	})
}

func (a *authenticator) answer(response map[string]any) string {
	id := b64.EncodeToString(a.id)
	return string(a.marshal(map[string]any{
		"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	}))
}
