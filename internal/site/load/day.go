package load

import "math"

// minutes of a day.
const minutes = 24 * 60

// Minute is how things are in one minute of a day: how many there are on average,
// and how much happens in a second.
type Minute struct {
	Online   float64 `json:"online"`   // players, and those who wait or pause
	Watching float64 `json:"watching"` // who only look on
	Games    float64 `json:"games"`
	Turns    float64 `json:"turns"`     // of people, in a second
	BotTurns float64 `json:"bot_turns"` // in a second
	Letters  float64 `json:"letters"`   // turns of correspondence, in a second
	Shown    float64 `json:"shown"`     // turns shown to somebody who looks on, in a second
	Seeks    float64 `json:"seeks"`     // people who want a game, in a second
	Begun    float64 `json:"begun"`     // games that begin, in a second
}

// Day is what happens on a day.
type Day struct {
	Minutes  [minutes]Minute
	Visitors float64 // who have come
	ByTime   float64 // those that a clock has ended
}

// Hour returns the average of an hour's minutes, from 0 to 23.
func (d *Day) Hour(hour int) (mean Minute) {
	for i := range 60 {
		mean.add(d.Minutes[hour*60+i], 1./60)
	}
	return mean
}

// Total returns what happens on the whole day: what is in a second elsewhere, as
// counts.
func (d *Day) Total() (sum Minute) {
	for _, m := range d.Minutes {
		sum.add(m, 60)
	}
	return sum
}

// Peak returns the minute in which most people are connected.
func (d *Day) Peak() (peak Minute) {
	for _, m := range d.Minutes {
		if m.Online+m.Watching > peak.Online+peak.Watching {
			peak = m
		}
	}
	return peak
}

// Scale returns the day on which so many are connected at the peak.
func (d *Day) Scale(players float64) *Day {
	peak := d.Peak()
	by := players / (peak.Online + peak.Watching)
	scaled := &Day{Visitors: by * d.Visitors, ByTime: by * d.ByTime}
	for i, m := range d.Minutes {
		scaled.Minutes[i].add(m, by)
	}
	return scaled
}

// add adds another minute so many times.
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

// during counts something that is there from one second of the day to another, in
// the field of each minute by the share of the minute that it is there.
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
