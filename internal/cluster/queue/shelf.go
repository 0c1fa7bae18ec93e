package queue

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// shelf keeps the files that were fetched lately.
type shelf struct {
	mu    sync.Mutex
	files []shelved // the latest last
}

type shelved struct {
	hash string
	file []byte
}

// shelfSize is how many files are kept: those of two generations and a few more.
const shelfSize = 8

func (s *shelf) find(hash string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		if f.hash == hash {
			return f.file, true
		}
	}
	return nil, false
}

func (s *shelf) keep(hash string, file []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.files) == shelfSize {
		s.files = slices.Delete(s.files, 0, 1)
	}
	s.files = append(s.files, shelved{hash, file})
}

// file fetches a file from the desk, unless it is there.
func (a *assignment) file(ctx context.Context, hash string) ([]byte, error) {
	if file, ok := a.shelf.find(hash); ok {
		return file, nil
	}
	var file []byte
	for {
		part, err := a.Bus.Request(ctx, subject(a.Desk, files), encode(fetch{hash, len(file)}))
		if err != nil {
			return nil, fmt.Errorf("file %q: %w", hash, err)
		}
		if len(part) == 0 {
			break
		}
		file = append(file, part...)
	}
	if got := Hash(file); got != hash {
		return nil, fmt.Errorf("file %q: %d bytes with hash %q have come", hash, len(file), got)
	}
	a.shelf.keep(hash, file)
	return file, nil
}
