package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/lab/explorer"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// Explorer answers from the explorer files in a folder. It is a [Part].
type Explorer struct {
	// MayAsk is as in [Config]. It must be set before the first request.
	MayAsk MayAsk

	folder string
	games  []catalog.Entry
	log    *slog.Logger

	mu       sync.Mutex // held while one of the open files is read or replaced
	open     map[string]openFile
	isClosed bool
}

type openFile struct {
	*explorer.File
	file *os.File
	info fs.FileInfo
}

// NewExplorer returns the explorer files in a folder, "" for none.
func NewExplorer(folder string, games []catalog.Entry, log *slog.Logger) *Explorer {
	return &Explorer{folder: folder, games: games, log: log, open: map[string]openFile{}}
}

// Close closes all files but those that are being sent. None is opened for a position
// afterwards.
func (l *Explorer) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isClosed = true
	var errs []error
	for name, v := range l.open {
		errs = append(errs, v.file.Close())
		delete(l.open, name)
	}
	return errors.Join(errs...)
}

func (l *Explorer) path(name string) string { return filepath.Join(l.folder, name+".explorer") }

// openFile opens a replaced file again. Its error is [fs.ErrNotExist] if there is none.
func (l *Explorer) openFile(name string) (openFile, error) {
	if l.folder == "" || l.isClosed {
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
	file, info, err := l.openPlain(name)
	if err != nil {
		return openFile{}, err
	}
	v = openFile{file: file, info: info}
	v.File, err = explorer.Open(file, info.Size())
	if err == nil && v.About().Game != name {
		err = errors.New("a file of " + v.About().Game)
	}
	if err != nil {
		return openFile{}, errors.Join(err, file.Close())
	}
	l.open[name] = v
	return v, nil
}

// errNoBands means that the games of a file are not counted by ratings.
var errNoBands = errors.New("the games are not counted by ratings")

// find looks a position up among the games of players of about a rating; 0 for all.
func (l *Explorer) find(entry catalog.Entry, pos game.Position, rating int) (explorer.Choices, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v, err := l.openFile(entry.Game.Name())
	if err != nil {
		return explorer.Choices{}, err
	}
	band := explorer.All
	if rating > 0 {
		if band = v.About().Bands.BandOf(rating); band == explorer.All {
			return explorer.Choices{}, errNoBands
		}
	}
	return v.Find(entry, pos, band)
}

func (l *Explorer) abouts() []explorer.About {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []explorer.About{}
	for _, entry := range l.games {
		v, err := l.openFile(entry.Game.Name())
		if err == nil {
			all = append(all, v.About())
		} else if !errors.Is(err, fs.ErrNotExist) {
			l.log.Error("explorer file not opened", "game", entry.Game.Name(), "cause", err)
		}
	}
	return all
}

// fresh is how long an answer may be cached: files are replaced now and then.
const fresh = "public, max-age=300"

// Register adds the operations to a kit.
func (l *Explorer) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "explorer", Callers: httpkit.Unidentified, Object: httpkit.OfEveryone, Cost: httpkit.Read}
	httpkit.Register(kit, read.At("GET /api/v1/explorer", "explore", "Get what was played in a position, how often, and with what results").Failing(http.StatusNotFound, http.StatusConflict), l.explore)
	httpkit.Register(kit, read.At("GET /api/v1/explorer/files", "explorerFiles", "List the games that have an explorer file"), l.list)
	file := read.Costing(httpkit.File).Answering(httpkit.Answer{ContentType: "application/octet-stream", What: "The file", Partial: true, Cached: true})
	httpkit.Raw(kit, file.At("GET /api/v1/explorer/files/{game}", "explorerFile", "Get the explorer file of a game, or parts of it").
		Saying("Supports byte ranges, with which a client can look up one position; docs/research/explorer.md has the format."), l.file)
}

type exploreInput struct {
	Game     string `query:"game" required:"true" maxLength:"40" doc:"The game's name"`
	Position string `query:"position" maxLength:"400" doc:"The position's text; the game's usual start if missing"`
	Rating   int    `query:"rating" minimum:"1" maximum:"9999" doc:"Only games whose players' mean rating is in the same band of the file"`
}

type cached[Body any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         Body
}

// Explored is what was played in a position.
type Explored struct {
	Game     string `json:"game" doc:"The game's name"`
	Position string `json:"position" doc:"The position's canonical text"`
	explorer.Choices
}

func (l *Explorer) explore(ctx context.Context, _ account.Who, in *exploreInput) (*cached[Explored], error) {
	entry, pos, err := answer.Start{Game: in.Game, Position: in.Position}.Find(l.games)
	if field, ok := errors.AsType[*answer.FieldError](err); ok {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%v", field)
	}
	if err := l.MayAsk.check(ctx, entry, pos); err != nil {
		return nil, err
	}
	found, err := l.find(entry, pos, in.Rating)
	if err != nil {
		return nil, missing(in.Game, err)
	}
	return &cached[Explored]{fresh, Explored{in.Game, pos.String(), found}}, nil
}

func (l *Explorer) list(context.Context, account.Who, *struct{}) (*cached[[]explorer.About], error) {
	return &cached[[]explorer.About]{fresh, l.abouts()}, nil
}

type fileInput struct {
	Game string `path:"game" maxLength:"40" doc:"The game's name"`
}

func (l *Explorer) file(_ context.Context, _ account.Who, in *fileInput) (httpkit.Direct, error) {
	if _, _, err := (answer.Start{Game: in.Game}).Find(l.games); err != nil {
		return nil, missing(in.Game, fs.ErrNotExist)
	}
	file, info, err := l.openPlain(in.Game)
	if err != nil {
		return nil, missing(in.Game, err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
		http.ServeContent(w, r, "", info.ModTime(), file)
		_ = file.Close() // it was only read
	}, nil
}

// openPlain opens a file without looking into it.
func (l *Explorer) openPlain(name string) (*os.File, fs.FileInfo, error) {
	if l.folder == "" {
		return nil, nil, fs.ErrNotExist
	}
	file, err := os.Open(l.path(name))
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return file, info, nil
}

// missing says that there is no explorer file or no bands in it, if that is the cause.
func missing(name string, err error) error {
	if errors.Is(err, errNoBands) {
		return httpkit.NewProblem(http.StatusNotFound, "no-bands", "game %q: %v", name, err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return httpkit.NewProblem(http.StatusNotFound, "no-explorer", "game %q: there is no explorer file", name)
	}
	return err
}
