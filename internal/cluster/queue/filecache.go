package queue

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

type fileCache struct {
	mu    sync.Mutex
	files []cachedFile // the latest last
}

type cachedFile struct {
	hash string
	file []byte
}

// maxCachedFiles is enough for two generations of a network and a few more.
const maxCachedFiles = 8

func (s *fileCache) find(hash string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		if f.hash == hash {
			return f.file, true
		}
	}
	return nil, false
}

func (s *fileCache) add(hash string, file []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.files) == maxCachedFiles {
		s.files = slices.Delete(s.files, 0, 1)
	}
	s.files = append(s.files, cachedFile{hash, file})
}

func (a *assignment) file(ctx context.Context, hash string) ([]byte, error) {
	if file, ok := a.files.find(hash); ok {
		return file, nil
	}
	var file []byte
	for {
		part, err := a.Bus.Request(ctx, subject(a.Dispatcher, fileSubject), encode(fetch{hash, len(file)}))
		if err != nil {
			return nil, fmt.Errorf("file %q: %w", hash, err)
		}
		if len(part) == 0 {
			break
		}
		file = append(file, part...)
	}
	if got := Hash(file); got != hash {
		return nil, fmt.Errorf("file %q: got %d bytes with hash %q", hash, len(file), got)
	}
	a.files.add(hash, file)
	return file, nil
}
