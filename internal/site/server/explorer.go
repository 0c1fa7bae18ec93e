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

// Explorer answers from the explorer files in a folder. It is a [Part].
type Explorer struct {
	folder string
	games  []catalog.Entry
	log    *slog.Logger

	mu   sync.Mutex // held while one of the open files is read or replaced
	open map[string]openFile
}

// openFile is an open explorer file.
type openFile struct {
	*explorer.File
	file *os.File
	info fs.FileInfo
}

// NewExplorer returns the explorer files in a folder, "" for none.
func NewExplorer(folder string, games []catalog.Entry, log *slog.Logger) *Explorer {
	return &Explorer{folder: folder, games: games, log: log, open: map[string]openFile{}}
}

// Close closes all files. None can be used afterwards.
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

// path returns where the file of a game would be.
func (l *Explorer) path(name string) string { return filepath.Join(l.folder, name+".explorer") }

// openFile returns the file of a game, which is opened again if it has been replaced.
// The error is [fs.ErrNotExist] if there is none.
func (l *Explorer) openFile(name string) (openFile, error) {
	if l.folder == "" {
		return openFile{}, fs.ErrNotExist
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
		return openFile{}, err
	}
	file, err := os.Open(l.path(name))
	if err != nil {
		return openFile{}, err
	}
	v = openFile{file: file}
	if v.info, err = file.Stat(); err == nil {
		v.File, err = explorer.Open(file, v.info.Size())
	}
	if err == nil && v.About().Game != name {
		err = errors.New("a file of " + v.About().Game)
	}
	if err != nil {
		return openFile{}, errors.Join(err, file.Close())
	}
	l.open[name] = v
	return v, nil
}

// find returns what the file of a game says about a position.
func (l *Explorer) find(entry catalog.Entry, pos game.Position) (explorer.Choices, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v, err := l.openFile(entry.Game.Name())
	if err != nil {
		return explorer.Choices{}, err
	}
	return v.Find(entry, pos)
}

// abouts returns the descriptions of all files, in the order of the games. Files that
// can't be read are logged and left out.
func (l *Explorer) abouts() []explorer.About {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []explorer.About{}
	for _, entry := range l.games {
		v, err := l.openFile(entry.Game.Name())
		if err == nil {
			all = append(all, v.About())
		} else if !errors.Is(err, fs.ErrNotExist) {
			l.log.Error("explorer file", "game", entry.Game.Name(), "cause", err)
		}
	}
	return all
}
