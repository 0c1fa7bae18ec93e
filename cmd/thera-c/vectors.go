package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"thera/internal/lab/environment"
)

// The most that a process may have at once, so that a loop that forgets to free its
// vectors gets an error before the machine is out of memory.
const (
	maxVectors  = 1 << 16
	maxGames    = 1 << 20 // of one vector
	maxAllGames = 1 << 22
)

// vectors is a table of vectors by handle, for many threads.
type vectors struct {
	mutex sync.Mutex
	last  int64 // handle that was given out
	games int   // of all vectors
	table map[int64]*vector
}

// vector is a vector with what keeps threads apart.
type vector struct {
	environment.Vector
	// mutex is held while a call uses the vector.
	mutex sync.Mutex
	// actions is a copy of the caller's, who may change them during a call.
	actions []int32
}

// add makes a vector and returns its handle.
func (all *vectors) add(game, variant string, n int) (handle int64, err error) {
	if err := all.reserve(n); err != nil {
		return 0, err
	}
	v, err := environment.Make(game, variant, n)
	all.mutex.Lock()
	defer all.mutex.Unlock()
	if err != nil {
		all.games -= n
		return 0, err
	}
	all.last++
	all.table[all.last] = &vector{Vector: v, actions: make([]int32, n)}
	return all.last, nil
}

// reserve counts n games before memory is taken for them.
func (all *vectors) reserve(n int) error {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	switch {
	case n < 1 || n > maxGames:
		return fmt.Errorf("n = %d: want 1 to %d games", n, maxGames)
	case n > maxAllGames-all.games:
		return fmt.Errorf("n = %d: the vectors of this process have %d games of at most %d; free a vector first", n, all.games, maxAllGames)
	case len(all.table) >= maxVectors:
		return fmt.Errorf("this process has %d vectors, which is the most; free one first", len(all.table))
	}
	all.games += n
	return nil
}

var errBusy = errors.New("another call uses the vector at this moment; want one thread at a time")

// get returns the vector of a handle, which the caller then holds until it unlocks it.
func (all *vectors) get(handle int64) (*vector, error) {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	v := all.table[handle]
	if v == nil {
		return nil, fmt.Errorf("vector %d: unknown or freed; want a handle from thera_vector_new", handle)
	}
	if !v.mutex.TryLock() {
		return nil, fmt.Errorf("vector %d: %w", handle, errBusy)
	}
	return v, nil
}

// use calls work with the vector of a handle, while no other call has it.
func (all *vectors) use(handle int64, work func(*vector) (int, error)) (int, error) {
	v, err := all.get(handle)
	if err != nil {
		return 0, err
	}
	defer v.mutex.Unlock()
	return work(v)
}

// free takes a vector out of the table.
func (all *vectors) free(handle int64) (int, error) {
	return all.use(handle, func(v *vector) (int, error) {
		all.mutex.Lock()
		defer all.mutex.Unlock()
		delete(all.table, handle)
		all.games -= v.Len()
		return 0, nil
	})
}

// copyGame makes game i of a vector a copy of game j of another one, or the same.
func (all *vectors) copyGame(handle int64, i int, from int64, j int) (int, error) {
	return all.use(handle, func(v *vector) (int, error) {
		if from == handle {
			return 0, v.Copy(i, v.Vector, j)
		}
		return all.use(from, func(other *vector) (int, error) {
			return 0, v.Copy(i, other.Vector, j)
		})
	})
}

// step makes the actions, of which it takes a copy first.
func (v *vector) step(actions []int32, restart bool, a environment.Arrays) error {
	if len(actions) == len(v.actions) {
		copy(v.actions, actions)
		actions = v.actions
	}
	return v.Step(actions, restart, a)
}

// describe returns what the arrays of the vector mean, as JSON.
func (v *vector) describe() ([]byte, error) {
	return json.Marshal(struct {
		environment.Spec
		N          int `json:"n"`
		Symmetries int `json:"symmetries"`
	}{v.Spec(), v.Len(), len(v.Symmetries())})
}

// position returns game i at the beginning of its turn.
func (v *vector) position(i int) (position, error) {
	text, err := v.Position(i)
	if err != nil {
		return position{}, err
	}
	return parse(v.Spec().Game, text)
}

// setPosition puts game i at a position.
func (v *vector) setPosition(i int, p *position) error {
	pos, err := p.unpack()
	if err != nil {
		return err
	}
	if name := games[p.game].Game.Name(); name != v.Spec().Game {
		return fmt.Errorf("position of %s: want one of %s", name, v.Spec().Game)
	}
	return v.SetPosition(i, pos.String())
}

// fillSymmetries writes the tables of symmetries, one row for each. A nil table is not
// written, and none is if the size of one is wrong.
func fillSymmetries(all []environment.Symmetry, cells, planes, actions []int32) error {
	tables := [...]struct {
		name string
		to   []int32
		row  func(environment.Symmetry) []int32
	}{
		{"cells", cells, func(s environment.Symmetry) []int32 { return s.Cells }},
		{"planes", planes, func(s environment.Symmetry) []int32 { return s.Planes }},
		{"actions", actions, func(s environment.Symmetry) []int32 { return s.Actions }},
	}
	for _, table := range tables {
		if want := len(all) * len(table.row(all[0])); table.to != nil && len(table.to) != want {
			return fmt.Errorf("%s: %d values: want %d", table.name, len(table.to), want)
		}
	}
	for _, table := range tables {
		for _, s := range all {
			table.to = table.to[copy(table.to, table.row(s)):]
		}
	}
	return nil
}
