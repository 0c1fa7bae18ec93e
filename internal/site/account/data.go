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
func (a *API) download(_ context.Context, who Who, _ *struct{}) (httpkit.Direct, error) {
	if !a.downloading.Take(who.ID) {
		return nil, httpkit.TooMany(time.Minute, "too many downloads at a time: want a pause")
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer a.downloading.Give(who.ID)
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Content-Disposition", `attachment; filename="thera-account.ndjson"`)
		w.Header().Set("Cache-Control", "no-store")
		// A file that ends early lacks its last line; nothing more can be said by then.
		_ = writeData(r.Context(), w, a.Accounts.store, who.ID)
	}, nil
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
