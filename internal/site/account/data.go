package account

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/site/httpkit"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// MayDownload refuses clients who may not download the data of their account: a token
// or a guest's cookie is not enough.
func (w Who) MayDownload() error {
	switch {
	case !w.Known():
		return w.Need(Admin)
	case w.Session == "" && w.Token != "":
		return Refuse(NoScope, "a token can't download an account's data: sign in on the page")
	case w.Session == "":
		return Refuse(NoGuest, "nothing is stored about guests but their games: sign up for an account")
	}
	return nil
}

func (a *API) registerData(to huma.API) {
	op := a.operation(http.MethodGet, "account/data", "accountData", "Download everything that is stored about me")
	op.Description = "Lines of JSON: objects with the name of a table and a row of it, or a game with its events. The last one has the table end and the number of the others. A file without it is incomplete."
	op.Responses = httpkit.Responses("Data, one a line", "application/x-ndjson", huma.TypeObject)
	huma.Register(to, op, as(a, a.download))
}

// download streams the data of an account: however much it is, a page of it is in
// memory at a time.
func (a *API) download(ctx context.Context, who Who, _ *struct{}) (*huma.StreamResponse, error) {
	if err := who.MayDownload(); err != nil {
		return nil, err
	}
	if wait := a.downloads.Wait(who.ID, time.Now()); wait > 0 {
		return nil, httpkit.TooMany(wait, "too many downloads of this account's data: want a pause")
	}
	if !a.downloading.Take(who.ID) {
		return nil, httpkit.TooMany(time.Minute, "too many downloads at a time: want a pause")
	}
	return &huma.StreamResponse{Body: func(request huma.Context) {
		defer a.downloading.Give(who.ID)
		r, w := humago.Unwrap(request)
		w.Header().Set("Content-Disposition", `attachment; filename="thera-account.ndjson"`)
		t := stream.NewStream()
		t.Feed = newDownload(a.Accounts.store.PersonalData(r.Context(), who.ID))
		t.Run(r.Context(), context.Background(), w)
	}}, nil
}

// download is the feed of an account's data.
type download struct {
	next  func() (store.Datum, error, bool)
	stop  func()
	count int
	ended bool
}

func newDownload(data iter.Seq2[store.Datum, error]) *download {
	next, stop := iter.Pull2(data)
	return &download{next: next, stop: stop}
}

// Next implements [stream.Feed].
func (d *download) Next() ([]byte, error) {
	if d.ended {
		return nil, io.EOF
	}
	one, err, ok := d.next()
	if !ok {
		d.ended = true
		one = store.Datum{Table: "end", Row: map[string]any{"lines": d.count}}
	}
	if err != nil {
		return nil, err
	}
	d.count++
	return json.Marshal(one)
}

// Hear implements [stream.Feed].
func (d *download) Hear(context.Context, []byte) []byte { return nil }

// Close implements [stream.Feed].
func (d *download) Close() { d.stop() }
