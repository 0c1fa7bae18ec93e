package server

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/explorer"
)

// Explorer is a part of the server. It is made by [New].
type Explorer struct {
	folder string
	games  []catalog.Entry
	log    *slog.Logger

	mu   sync.Mutex // held while one of the open files is read or replaced
	open map[string]volume
}

// volume is an open file.
type volume struct {
	*explorer.File
	file *os.File
	info fs.FileInfo
}

// NewExplorer returns a library of the files in a folder, "" for no files.
func NewExplorer(folder string, games []catalog.Entry, log *slog.Logger) *Explorer {
	return &Explorer{folder: folder, games: games, log: log, open: map[string]volume{}}
}

// Close closes all files. There are none afterwards.
func (l *Explorer) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folder = ""
	var errs []error
	for name, v := range l.open {
		errs = append(errs, v.file.Close())
		delete(l.open, name)
	}
	return errors.Join(errs...)
}

// path returns where the file of a game is, if there is one.
func (l *Explorer) path(name string) string { return filepath.Join(l.folder, name+".explorer") }

// volume returns the file of a game, opened anew when it is another one than before.
// The error is [fs.ErrNotExist] where there is none.
func (l *Explorer) volume(name string) (volume, error) {
	if l.folder == "" {
		return volume{}, fs.ErrNotExist
	}
	info, err := os.Stat(l.path(name))
	v, ok := l.open[name]
	if err == nil && ok && os.SameFile(info, v.info) && info.ModTime().Equal(v.info.ModTime()) && info.Size() == v.info.Size() {
		return v, nil
	}
	if ok {
		delete(l.open, name)
		err = errors.Join(err, v.file.Close())
	}
	if err != nil {
		return volume{}, err
	}
	file, err := os.Open(l.path(name))
	if err != nil {
		return volume{}, err
	}
	v = volume{file: file}
	if v.info, err = file.Stat(); err == nil {
		v.File, err = explorer.Open(file, v.info.Size())
	}
	if err == nil && v.About().Game != name {
		err = errors.New("a file of " + v.About().Game)
	}
	if err != nil {
		return volume{}, errors.Join(err, file.Close())
	}
	l.open[name] = v
	return v, nil
}

// find returns what the file of a game has of a position.
func (l *Explorer) find(entry catalog.Entry, pos game.Position) (explorer.Choices, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v, err := l.volume(entry.Game.Name())
	if err != nil {
		return explorer.Choices{}, err
	}
	return v.Find(entry, pos)
}

// abouts returns what the files say of themselves, in the order of the games. Those
// that can't be read are left out, and logged.
func (l *Explorer) abouts() []explorer.About {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []explorer.About{}
	for _, entry := range l.games {
		v, err := l.volume(entry.Game.Name())
		if err == nil {
			all = append(all, v.About())
		} else if !errors.Is(err, fs.ErrNotExist) {
			l.log.Error("explorer file", "game", entry.Game.Name(), "cause", err)
		}
	}
	return all
}
