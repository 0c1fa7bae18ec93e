package load

import (
	"container/heap"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// The machines of the estimate.
const (
	processors = 8 // how many a machine has
	// maxLoad is the fraction of a machine that is planned for: some days are busier
	// than others, and a machine may be down.
	maxLoad     = .5
	memory      = 12 << 30 // what a node may use
	sockets     = 40_000   // how many connections a node takes
	written     = 200e6    // how many bytes per second a database can write ahead
	uplink      = 10e9     // how many bits per second a machine can send
	connections = 2        // how many a player has: to their game and to other events
	notices     = 2        // how many a seek causes: it appears and disappears
)

// Need is what a day needs at its peak. Processors are fully used ones; the
// number of machines allows for maxLoad.
type Need struct {
	Players           float64 `json:"players"` // including watchers, connected at the peak
	Peak              Minute  `json:"peak"`
	Sockets           float64 `json:"sockets"`
	Nodes             int     `json:"nodes"` // machines
	NodeProcessors    float64 `json:"node_processors"`
	NodeMemory        float64 `json:"node_memory_bytes"`
	Databases         int     `json:"databases"` // machines that write
	DatabaseProcs     float64 `json:"database_processors"`
	LookProcessors    float64 `json:"look_processors"` // of the database's, for games followed by other nodes
	WrittenPerSecond  float64 `json:"written_bytes_per_second"`
	RowsPerDay        float64 `json:"rows_per_day"`
	BytesPerDay       float64 `json:"bytes_per_day"`
	BusServers        int     `json:"bus_servers"` // machines
	BusProcessors     float64 `json:"bus_processors"`
	BusBytesPerSecond float64 `json:"bus_bytes_per_second"`
	JobsPerSecond     float64 `json:"jobs_per_second"`
	Workers           int     `json:"workers"` // machines
	WorkerProcessors  float64 `json:"worker_processors"`
	BitsOut           float64 `json:"bits_out_per_second"`
	LobbyNotices      float64 `json:"lobby_notices_per_second"`
	LobbyProcessors   float64 `json:"lobby_processors"` // in addition to those of the nodes
	Limits            []Limit `json:"limits"`           // the tightest first
}

// Limit is the number of players at which a part exceeds one machine or, for
// the lobby, its share of all nodes.
type Limit struct {
	What    string  `json:"what"`
	Players float64 `json:"players"`
}

// Estimate returns what a day needs.
func Estimate(d *Day, c Costs) Need {
	peak, total := d.Peak(), d.Total()
	n := Need{Players: peak.Online + peak.Watching, Peak: peak}
	all := peak.Turns + peak.BotTurns + peak.Letters

	n.Sockets = connections*peak.Online + peak.Watching
	// Load balancers know no games: with many nodes, a player's is not the owner.
	n.NodeProcessors = all*c.Turn.Value + peak.Turns*c.Away.Value + n.Sockets*c.Socket.Value + peak.Shown*c.Notice.Value
	n.NodeMemory = (peak.Games + peak.Watching/2) * c.Memory.Value
	n.Nodes = machines(n.NodeProcessors/(processors*maxLoad), n.NodeMemory/memory, n.Sockets/(sockets*maxLoad)) + 1

	// So two other nodes follow each game and look for events they have missed.
	n.LookProcessors = 2 * peak.Games * c.Looked.Value
	n.DatabaseProcs = all*c.Stored.Value + n.LookProcessors
	n.WrittenPerSecond = all * c.Written.Value
	n.Databases = machines(n.DatabaseProcs/(processors*maxLoad), n.WrittenPerSecond/(written*maxLoad))
	n.RowsPerDay = (total.Turns + total.BotTurns + total.Letters) * c.Rows.Value
	n.BytesPerDay = n.RowsPerDay * c.Row.Value

	n.JobsPerSecond = peak.BotTurns
	n.BusProcessors = all*c.Bus.Value + n.JobsPerSecond*c.Job.Value
	n.BusBytesPerSecond = all * c.Passed.Value
	n.BusServers = machines(n.BusProcessors/(processors*maxLoad), n.BusBytesPerSecond*8/(uplink*maxLoad))
	n.WorkerProcessors = n.JobsPerSecond * c.Search.Value
	n.Workers = machines(n.WorkerProcessors / (processors * maxLoad))

	// A turn is three frames: the player's own event, its acknowledgment and the
	// opponent's event. A watcher receives a third of what the two players do. Open
	// connections get a message every four seconds.
	n.BitsOut = 8 * (peak.Turns*(c.Heard.Value+3*c.Frame.Value) + peak.Shown*(c.Heard.Value/3+c.Frame.Value) +
		peak.Begun*c.Begun.Value + n.Sockets*(c.Alive.Value+c.Frame.Value/4))
	listening := peak.Online - 2*peak.Games
	n.LobbyNotices = notices * peak.Seeks * math.Max(listening, 0)
	n.LobbyProcessors = n.LobbyNotices * c.Notice.Value
	n.limit()
	return n
}

// machines returns how many machines the largest of the shares needs, at least one.
func machines(shares ...float64) int { return int(math.Ceil(math.Max(slices.Max(shares), 1e-9))) }

// The lobby's notices grow with the square of the players, everything else linearly.
func (n *Need) limit() {
	at := func(what string, share float64) {
		n.Limits = append(n.Limits, Limit{what, n.Players / share})
	}
	one := processors * maxLoad
	n.Limits = append(n.Limits, Limit{"the lobby sends all seeks to everybody who waits: a tenth of the processors", n.Players * .1 * n.NodeProcessors / n.LobbyProcessors})
	at("one node", math.Max(n.NodeProcessors/one, n.Sockets/(sockets*maxLoad)))
	at("one Postgres: processors", n.DatabaseProcs/one)
	at("one Postgres: write-ahead log", n.WrittenPerSecond/(written*maxLoad))
	at("one Postgres: a terabyte in a year", n.BytesPerDay*365/1e12)
	at("one NATS server: processors", n.BusProcessors/one)
	at("one NATS server: its network", n.BusBytesPerSecond*8/(uplink*maxLoad))
	at("one uplink", n.BitsOut/(uplink*maxLoad))
	slices.SortFunc(n.Limits, func(a, b Limit) int { return int(math.Copysign(1, a.Players-b.Players)) })
}

// Cost is what one thing takes, and how that is known.
type Cost struct {
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Source string  `json:"source"`
}

// Costs are what things take.
type Costs struct {
	Turn    Cost `json:"turn"`    // at the node that owns the game
	Away    Cost `json:"away"`    // extra, for a player at another node
	Socket  Cost `json:"socket"`  // a connection that sends something every few seconds
	Notice  Cost `json:"notice"`  // to tell one more connection something
	Memory  Cost `json:"memory"`  // of a game with two players
	Stored  Cost `json:"stored"`  // a turn, in Postgres
	Looked  Cost `json:"looked"`  // in Postgres, for a game that a node follows and another owns
	Written Cost `json:"written"` // to the write-ahead log of Postgres, for a turn
	Row     Cost `json:"row"`
	Rows    Cost `json:"rows"`   // for a turn
	Bus     Cost `json:"bus"`    // a turn, in the NATS server
	Passed  Cost `json:"passed"` // through NATS, for a turn of a player at another node
	Heard   Cost `json:"heard"`  // received by the two players of a game
	Said    Cost `json:"said"`   // sent by them
	Begun   Cost `json:"begun"`  // for a game to start, by its two players, both ways
	Alive   Cost `json:"alive"`  // both ways, to keep a connection open
	Frame   Cost `json:"frame"`  // overhead of a message: TLS, TCP and IP
	Job     Cost `json:"job"`    // a job's way through the queue
	Search  Cost `json:"search"` // a house bot's turn
}

// Where the figures come from.
const (
	costs   = "go test ./cmd/thera -run '^$' -bench Costs -benchtime 1x"
	told    = "go test ./cmd/thera -run '^$' -bench Notices -benchtime 1x"
	queue   = "go test ./internal/cluster/bus -run '^$' -bench Queue -benchtime 3000x"
	best    = "thera best GAME --level 5 --json"
	assumed = "assumed"
)

// Measured returns what was measured on a machine with two cores (AMD EPYC) in
// November 2026. Other work was running, so processor times are rather high.
func Measured() Costs {
	const processor = "s of a processor"
	return Costs{
		Turn:    Cost{247e-6, processor, costs},
		Away:    Cost{712e-6, processor, costs},
		Socket:  Cost{53e-6, processor + " each second", costs},
		Notice:  Cost{24e-6, processor, told},
		Memory:  Cost{120 * 1024, "bytes", costs},
		Stored:  Cost{129e-6, processor, costs},
		Looked:  Cost{110e-6, processor + " each second", costs},
		Written: Cost{945, "bytes", costs},
		Row:     Cost{233, "bytes", costs},
		Rows:    Cost{1.13, "rows", costs},
		Bus:     Cost{165e-6, processor, costs},
		Passed:  Cost{1906, "bytes", costs},
		Heard:   Cost{362, "bytes", costs},
		Said:    Cost{85, "bytes", costs},
		Begun:   Cost{7714, "bytes", costs},
		Alive:   Cost{8, "bytes each second", costs},
		Frame:   Cost{90, "bytes", assumed},
		Job:     Cost{220e-6, processor, queue},
		Search:  Cost{63e-3, processor, best},
	}
}

const minutes = 24 * 60

// Minute is the averages of one minute of a day. Rates are per second.
type Minute struct {
	Online   float64 `json:"online"`   // players, including those who wait or pause
	Watching float64 `json:"watching"` // only watching
	Games    float64 `json:"games"`
	Turns    float64 `json:"turns"`     // by people, per second
	BotTurns float64 `json:"bot_turns"` // per second
	Letters  float64 `json:"letters"`   // turns of correspondence, per second
	Shown    float64 `json:"shown"`     // turns shown to a watcher, per second
	Seeks    float64 `json:"seeks"`     // people who look for a game, per second
	Begun    float64 `json:"begun"`     // games that start, per second
}

// Day is a simulated day.
type Day struct {
	Minutes  [minutes]Minute
	Visitors float64
	ByTime   float64 // games ended by a clock
}

// Hour returns the average of the minutes of an hour, from 0 to 23.
func (d *Day) Hour(hour int) (mean Minute) {
	for i := range 60 {
		mean.add(d.Minutes[hour*60+i], 1./60)
	}
	return mean
}

// Total returns the counts of the whole day, from the rates per second.
func (d *Day) Total() (sum Minute) {
	for _, m := range d.Minutes {
		sum.add(m, 60)
	}
	return sum
}

// Peak returns the minute with the most connections.
func (d *Day) Peak() (peak Minute) {
	for _, m := range d.Minutes {
		if m.Online+m.Watching > peak.Online+peak.Watching {
			peak = m
		}
	}
	return peak
}

// Scale returns the day scaled to a number of connections at the peak.
func (d *Day) Scale(players float64) *Day {
	peak := d.Peak()
	by := players / (peak.Online + peak.Watching)
	scaled := &Day{Visitors: by * d.Visitors, ByTime: by * d.ByTime}
	for i, m := range d.Minutes {
		scaled.Minutes[i].add(m, by)
	}
	return scaled
}

func (m *Minute) add(o Minute, times float64) {
	m.Online += times * o.Online
	m.Watching += times * o.Watching
	m.Games += times * o.Games
	m.Turns += times * o.Turns
	m.BotTurns += times * o.BotTurns
	m.Letters += times * o.Letters
	m.Shown += times * o.Shown
	m.Seeks += times * o.Seeks
	m.Begun += times * o.Begun
}

// during counts in each minute of a time, given in seconds, by its share of the minute.
func (d *Day) during(from, to float64, field func(*Minute) *float64) {
	from, to = max(from, 0), min(to, minutes*60)
	for at := from; at < to; {
		minute := int(at / 60)
		until := math.Min(to, float64(minute+1)*60)
		*field(&d.Minutes[minute]) += (until - at) / 60
		at = until
	}
}

func (d *Day) at(second float64, field func(*Minute) *float64) {
	if second >= 0 && second < minutes*60 {
		*field(&d.Minutes[int(second/60)]) += 1. / 60
	}
}

// Model says how people behave. Times are in seconds, shares are fractions of 1.
type Model struct {
	// Visitors is about how many come on the simulated day; more make a smoother day.
	Visitors float64
	// Hours weights the hours of the day by how many people come.
	Hours [24]float64
	// Clocks and Lengths are drawn for each game, by their shares.
	Clocks  []Clock
	Lengths []Length
	// Pace is the fraction of a clock's time for a turn that is used on
	// average, and Spread the standard deviation of its logarithm.
	Pace, Spread float64
	// Leave is the probability of leaving after a game; otherwise the player pauses.
	Leave, Pause float64
	// Patience is how long a player waits for a person before a house bot
	// comes, and Bot what the bot takes for a turn.
	Patience, Bot float64
	// Watch is the share of visitors who only watch, one game at a time, for
	// Watching on average.
	Watch, Watching float64
	// Letters is how many turns of correspondence a visitor sends on average.
	Letters float64
}

// Clock is a clock that people choose.
type Clock struct {
	Share              float64
	Initial, Increment float64
}

// Length is how many turns both sides play in a game that no clock ends.
type Length struct {
	Share, Mean, Spread float64
}

// People returns the model of docs/contributing/scale.md. Lengths were counted in
// games of level 3 against itself; the hours are those of a service most of whose
// players live in three or four neighboring time zones; everything else is assumed.
func People() Model {
	return Model{
		Visitors: 60_000,
		Hours: [24]float64{
			.45, .3, .22, .18, .18, .22, .35, .5, .65, .75, .85, .95,
			1.05, 1.05, 1.05, 1.1, 1.2, 1.35, 1.5, 1.65, 1.75, 1.6, 1.2, .75,
		},
		Clocks: []Clock{
			{Share: .35, Initial: 180, Increment: 2},
			{Share: .40, Initial: 300, Increment: 3},
			{Share: .20, Initial: 600, Increment: 5},
			{Share: .05, Initial: 1800, Increment: 20},
		},
		Lengths: []Length{
			{Share: .40, Mean: 76, Spread: 6}, // Amazons
			{Share: .35, Mean: 37, Spread: 8}, // Santorini
			{Share: .25, Mean: 20, Spread: 2}, // Hermit
		},
		Pace: .6, Spread: .8,
		Leave: .25, Pause: 40,
		Patience: 7, Bot: 1,
		Watch: .1, Watching: 600,
		Letters: .5,
	}
}

// think returns Pace times the clock's time for one of forty turns.
func (m Model) think(c Clock) float64 { return m.Pace * (c.Initial/40 + c.Increment) }

// random draws numbers, the same for the same seed.
type random struct{ *rand.Rand }

// logNormal takes the mean, and the standard deviation of the logarithm.
func (c random) logNormal(mean, spread float64) float64 {
	return mean * math.Exp(spread*c.NormFloat64()-spread*spread/2)
}

func pick[T any](c random, all []T, share func(T) float64) int {
	left := c.Float64()
	for i, one := range all {
		if left -= share(one); left < 0 {
			return i
		}
	}
	return len(all) - 1
}

func online(m *Minute) *float64   { return &m.Online }
func watching(m *Minute) *float64 { return &m.Watching }
func games(m *Minute) *float64    { return &m.Games }
func turns(m *Minute) *float64    { return &m.Turns }
func botTurns(m *Minute) *float64 { return &m.BotTurns }
func letters(m *Minute) *float64  { return &m.Letters }
func seeks(m *Minute) *float64    { return &m.Seeks }
func begun(m *Minute) *float64    { return &m.Begun }

// Simulate has people play for a day and half of the day before, of which only
// those who are still there count. The same seed gives the same day. The error is that of ctx.
func Simulate(ctx context.Context, m Model, seed uint64) (*Day, error) {
	s := &simulation{Model: m, random: random{rand.New(rand.NewPCG(seed, 0))}, day: &Day{}, waiting: make([]*simulatedPlayer, len(m.Clocks))}
	s.arrive()
	for n := 0; s.events.Len() > 0; n++ {
		if n%1000 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
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
	return s.day, nil
}

type simulation struct {
	Model
	random  random
	day     *Day
	events  events
	waiting []*simulatedPlayer // for an opponent, at most one for each clock
}

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

func (s *simulation) stopWaiting(e event) {
	if opponent := &s.waiting[e.who.clock]; *opponent == e.who && e.who.since == e.at-s.Patience {
		*opponent = nil
		s.play(e.at, e.who, nil)
	}
}

// play plays against a house bot if there is no second player.
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
