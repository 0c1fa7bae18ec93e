package account_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// A browser of an account subscribes; guests, tokens for playing, and addresses
// that are no push service's are turned away.
func TestPush(t *testing.T) {
	each(t, func(t *testing.T, s service) {
		key, err := ecdh.P256().GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		point := base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())
		body := func(endpoint, key string) string {
			return fmt.Sprintf(`{"endpoint":%q,"expirationTime":null,"keys":{"p256dh":%q,"auth":"AAAAAAAAAAAAAAAAAAAAAA"}}`, endpoint, key)
		}
		const endpoint = "https://fcm.googleapis.com/fcm/send/1"
		good, gone := body(endpoint, point), fmt.Sprintf(`{"endpoint":%q}`, endpoint)

		b := s.browser(t)
		if a := b.want("GET", "push/key", "", 200, ""); !strings.Contains(a.text, `"key":"B`) {
			t.Errorf("the key is %s: want a point", a.text)
		}
		b.want("PUT", "account/push", good, 401, "sign-in")
		b.want("POST", "account/guest", "", 200, "")
		b.want("PUT", "account/push", good, 403, "guest")
		b.want("POST", "account", ann, 201, "")
		b.want("PUT", "account/push", body("https://127.0.0.1/x", point), 422, "bad-subscription")
		b.want("PUT", "account/push", body(endpoint, "AAAA"), 422, "bad-subscription")
		b.want("PUT", "account/push", good, 204, "")
		b.want("PUT", "account/push", good, 204, "")

		program := s.browser(t)
		program.token = b.want("POST", "account/tokens", `{"label":"bot","scopes":["play"]}`, 201, "").Token
		program.want("DELETE", "account/push", gone, 403, "scope")
		b.want("DELETE", "account/push", gone, 204, "")
		b.want("DELETE", "account/push", gone, 404, "no-subscription")
	})
}
