package load

import "math"

// minutes of a day
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

// during counts something that lasts from one second of the day to another, in
// each minute by its share of the minute.
func (d *Day) during(from, to float64, field func(*Minute) *float64) {
	from, to = max(from, 0), min(to, minutes*60)
	for at := from; at < to; {
		minute := int(at / 60)
		until := math.Min(to, float64(minute+1)*60)
		*field(&d.Minutes[minute]) += (until - at) / 60
		at = until
	}
}

// at counts something that happens in a second of the day.
func (d *Day) at(second float64, field func(*Minute) *float64) {
	if second >= 0 && second < minutes*60 {
		*field(&d.Minutes[int(second/60)]) += 1. / 60
	}
}
