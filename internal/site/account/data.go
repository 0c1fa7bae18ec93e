package account

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"thera/internal/site/httpkit"
	"thera/internal/site/store"
)

// download sends the data of an account: however much it is, a page of it is in memory
// at a time.
func (a *API) download(ctx context.Context, who Who, _ *struct{}) (httpkit.Direct, error) {
	leave, err := a.admitDownload(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer leave()
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Content-Disposition", `attachment; filename="thera-account.ndjson"`)
		// A file that ends early lacks its last line; nothing more can be said by then.
		_ = writeData(r.Context(), w, a.Accounts.store, who.ID)
	}, nil
}

// admitDownload counts a download among those in progress until leave is called. One for
// which there is no place is not counted as a try of its account.
func (a *API) admitDownload(ctx context.Context, account string) (leave func(), err error) {
	client := httpkit.Client(ctx)
	full := httpkit.TooMany(time.Minute, "too many downloads at a time: want a pause")
	if !a.downloading.Take(account) {
		return nil, full
	}
	if !a.downloadingFrom.Take(client) {
		a.downloading.Give(account)
		return nil, full
	}
	leave = func() {
		a.downloading.Give(account)
		a.downloadingFrom.Give(client)
	}
	if err := a.try(ctx, a.downloads, account, "too many downloads by this account"); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

func writeData(ctx context.Context, w http.ResponseWriter, s *store.Store, id string) error {
	buffer := bufio.NewWriterSize(w, 32<<10)
	lines := json.NewEncoder(buffer)
	count := 0
	for one, err := range s.PersonalData(ctx, id) {
		if err == nil {
			err = lines.Encode(one)
		}
		if err != nil {
			return err
		}
		count++
	}
	if err := lines.Encode(store.Datum{Table: "end", Row: map[string]any{"lines": count}}); err != nil {
		return err
	}
	return buffer.Flush()
}
