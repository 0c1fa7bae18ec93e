package push_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"thera/internal/site/account/accounttest"
	"thera/internal/site/push"
	"thera/internal/site/store/storetest"
)

// The browser of an account subscribes, for as long as it is signed in. Guests, tokens, and
// addresses that do not belong to a push service are refused.
func TestOperations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site := accounttest.Open(t, address)
		p, err := push.New(t.Context(), push.Config{Store: site.Store, Log: site.Log})
		if err != nil {
			t.Fatal(err)
		}
		p.Register(site.Kit)
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
		refused := func(status int, reason, who, method, body string) {
			t.Helper()
			if text := site.Refused(status, who, method, "account/push", body); !strings.Contains(text, `"reason":"`+reason+`"`) {
				t.Errorf("%s %s: %s, want the reason %s", method, body, text, reason)
			}
		}

		if text := site.Must("ann", "GET", "push/key", ""); !strings.Contains(text, `"key":"B`) {
			t.Errorf("the key is %s: want a point", text)
		}
		refused(401, "sign-in", "ann", "PUT", good)
		site.Must("ann", "POST", "account/guest", "")
		refused(403, "guest", "ann", "PUT", good)
		site.Join("ann", "Ann")
		refused(422, "bad-subscription", "ann", "PUT", body("https://127.0.0.1/x", point))
		refused(422, "bad-subscription", "ann", "PUT", body(endpoint, "AAAA"))
		site.Must("ann", "PUT", "account/push", good)
		site.Must("ann", "PUT", "account/push", good)

		var made struct{ Token string }
		if err := json.Unmarshal([]byte(site.Must("ann", "POST", "account/tokens", `{"label":"bot","scopes":["play","admin"]}`)), &made); err != nil {
			t.Fatal(err)
		}
		site.Tokens["program"] = made.Token
		refused(403, "scope", "program", "PUT", good)
		refused(403, "scope", "program", "DELETE", gone)
		site.Must("ann", "DELETE", "account/push", gone)
		refused(404, "no-subscription", "ann", "DELETE", gone)

		site.Must("ann", "PUT", "account/push", good)
		ann, err := site.Accounts.Find(t.Context(), "Ann")
		if err != nil {
			t.Fatal(err)
		}
		site.Must("ann", "DELETE", "session", "")
		if left, err := site.Store.SubscriptionsOf(t.Context(), ann.ID, 0); err != nil || len(left) != 0 {
			t.Errorf("after the session: %v, %v, want no subscription", left, err)
		}
	})
}
