package load

import "container/heap"

// The fields of a minute that are counted.
func online(m *Minute) *float64   { return &m.Online }
func watching(m *Minute) *float64 { return &m.Watching }
func games(m *Minute) *float64    { return &m.Games }
func turns(m *Minute) *float64    { return &m.Turns }
func botTurns(m *Minute) *float64 { return &m.BotTurns }
func letters(m *Minute) *float64  { return &m.Letters }
func seeks(m *Minute) *float64    { return &m.Seeks }
func begun(m *Minute) *float64    { return &m.Begun }

// Simulate has people play for a day and half of the day before, of which only
// those who are still there count. The same seed gives the same day.
func Simulate(m Model, seed uint64) *Day {
	s := &simulation{Model: m, random: newRandom(seed), day: &Day{}, waiting: make([]*simulatedPlayer, len(m.Clocks))}
	s.arrive()
	for s.events.Len() > 0 {
		e := heap.Pop(&s.events).(event)
		if e.isTimeout {
			s.stopWaiting(e)
		} else {
			s.seek(e)
		}
	}
	// Watchers are spread evenly over the games of the minute.
	for i := range s.day.Minutes {
		if m := &s.day.Minutes[i]; m.Games > 0 {
			m.Shown = m.Watching * (m.Turns + m.BotTurns) / m.Games
		}
	}
	return s.day
}

type simulation struct {
	Model
	random  random
	day     *Day
	events  events
	waiting []*simulatedPlayer // for an opponent, at most one for each clock
}

// simulatedPlayer is a person who has come to play.
type simulatedPlayer struct {
	came  float64
	clock int     // always the same
	since float64 // when they started to wait
}

func (s *simulation) arrive() {
	sum := 0.
	for _, weight := range s.Hours {
		sum += weight
	}
	for hour := -12; hour < 24; hour++ {
		rate := s.Visitors * s.Hours[(hour+24)%24] / sum / 3600
		for at := s.random.ExpFloat64() / rate; at < 3600; at += s.random.ExpFloat64() / rate {
			s.visit(float64(hour)*3600 + at)
		}
	}
}

// visit has somebody come, to look on or to play.
func (s *simulation) visit(at float64) {
	if at >= 0 {
		s.day.Visitors++
	}
	if s.random.Float64() < s.Watch {
		s.day.during(at, at+s.random.ExpFloat64()*s.Watching, watching)
		return
	}
	for answered := s.random.ExpFloat64(); answered < s.Letters; answered += s.random.ExpFloat64() {
		s.day.at(at+60*answered, letters)
	}
	clock := pick(s.random, s.Clocks, func(c Clock) float64 { return c.Share })
	heap.Push(&s.events, event{at: at, who: &simulatedPlayer{came: at, clock: clock}})
}

// seek has a player want a game: against who waits for one with this clock, or else
// he waits himself.
func (s *simulation) seek(e event) {
	s.day.at(e.at, seeks)
	opponent := &s.waiting[e.who.clock]
	if *opponent != nil {
		first := *opponent
		*opponent = nil
		s.play(e.at, e.who, first)
		return
	}
	e.who.since = e.at
	*opponent = e.who
	heap.Push(&s.events, event{at: e.at + s.Patience, who: e.who, isTimeout: true})
}

// stopWaiting pairs a player who is still waiting with a house bot.
func (s *simulation) stopWaiting(e event) {
	if opponent := &s.waiting[e.who.clock]; *opponent == e.who && e.who.since == e.at-s.Patience {
		*opponent = nil
		s.play(e.at, e.who, nil)
	}
}

// play plays a game, against a house bot if there is no second player, and
// schedules what the players do next.
func (s *simulation) play(at float64, players ...*simulatedPlayer) {
	clock := s.Clocks[players[0].clock]
	length := s.Lengths[pick(s.random, s.Lengths, func(l Length) float64 { return l.Share })]
	left := [2]float64{clock.Initial, clock.Initial}
	now, ply := at, 0
	for last := length.Mean + length.Spread*s.random.NormFloat64(); float64(ply) < last || ply < 2; ply++ {
		seat := ply % 2
		bot := players[seat] == nil
		took := s.Bot
		if !bot {
			took = s.random.logNormal(s.think(clock), s.Spread)
		}
		if took > left[seat] {
			now += left[seat]
			if at >= 0 {
				s.day.ByTime++
			}
			break
		}
		now, left[seat] = now+took, left[seat]-took+clock.Increment
		if bot {
			s.day.at(now, botTurns)
		} else {
			s.day.at(now, turns)
		}
	}
	s.day.at(at, begun)
	s.day.during(at, now, games)
	for _, p := range players {
		if p == nil {
			continue
		}
		// The day is over for this player, or for everybody.
		if s.random.Float64() < s.Leave || now >= minutes*60 {
			s.day.during(p.came, now, online)
			continue
		}
		heap.Push(&s.events, event{at: now + s.random.ExpFloat64()*s.Pause, who: p})
	}
}

// event is that a player looks for a game, or has waited long enough.
type event struct {
	at        float64
	who       *simulatedPlayer
	isTimeout bool
}

// events is a heap by time.
type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
