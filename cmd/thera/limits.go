package main

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/site/httpkit"
	"thera/internal/site/server"
)

// serverLimits are the limits of a server that operators can change: those that depend
// on the machine, and on how many people share an address.
type serverLimits struct {
	server.Limits
	searches int
}

func (l *serverLimits) addTo(cmd *cobra.Command) {
	l.Limits = server.DefaultLimits()
	l.searches = l.Slots[httpkit.Search].Number
	const most = 1_000_000
	for _, f := range []struct {
		name, what string
		value      *int
	}{
		{"limit-connections", "have at most `NUMBER` connections", &l.Connections},
		{"limit-connections-per-client", "have at most `NUMBER` connections from one address", &l.ConnectionsPerClient},
		{"limit-requests", "answer at most `NUMBER` requests at a time", &l.Requests},
		{"limit-requests-per-client", "answer at most `NUMBER` requests from one address at a time", &l.RequestsPerClient},
		{"limit-streams", "have at most `NUMBER` sockets and streams", &l.Streams},
		{"limit-streams-per-client", "have at most `NUMBER` sockets and streams from one address", &l.StreamsPerClient},
	} {
		numberUpTo(cmd, f.name, fmt.Sprintf("%s (default %d)", f.what, *f.value), 1, most, f.value)
	}
	numberUpTo(cmd, "limit-searches", "search for at most `NUMBER` requests at a time (default one per processor, at least 2)", 1, maxThreads, &l.searches)
	cmd.Flags().Var(&rateValue{&l.PerClient}, "limit-rate", "answer each address at this `RATE`: a number per second, and how many at once after a pause; files of the page don't count")
	cmd.Flags().Var(&rateValue{&l.PageRate}, "limit-page-rate", "send each address files of the page at this `RATE`")
	cmd.Flags().Var(&sizeValue{&l.Bodies}, "limit-bodies", "keep requests of at most this `SIZE` in memory, all together")
	cmd.Flags().Var(&sizeValue{&l.Answers}, "limit-answers", "keep answers of at most this `SIZE` in memory, all together")
}

// limits returns the limits as they are set. What all may have bounds what one may have.
func (l *serverLimits) limits() server.Limits {
	limits := l.Limits
	limits.Slots = maps.Clone(l.Slots)
	slots := limits.Slots[httpkit.Search]
	slots.Number = l.searches
	limits.Slots[httpkit.Search] = slots
	limits.BodiesPerClient = min(limits.BodiesPerClient, limits.Bodies)
	limits.AnswersPerClient = min(limits.AnswersPerClient, limits.Answers)
	return limits
}

// rateValue is the value of a flag for a rate, such as 20/s,60.
type rateValue struct{ *httpkit.Rate }

func (v *rateValue) String() string {
	if v.Rate == nil {
		return "" // as pflag asks of a new one
	}
	return fmt.Sprintf("%g/s,%d", v.PerSecond, v.Burst)
}

func (v *rateValue) Type() string { return "rate" }

func (v *rateValue) Set(text string) error {
	perSecond, burst, ok := strings.Cut(text, "/s,")
	each, err := strconv.ParseFloat(perSecond, 64)
	most, errMost := strconv.Atoi(burst)
	if !ok || err != nil || errMost != nil || !(each > 0 && each <= 1e6) || most < 1 || most > 1_000_000 {
		return errors.New("want a rate such as 20/s,60: 20 per second, 60 at once")
	}
	v.PerSecond, v.Burst = each, most
	return nil
}

// sizeValue is the value of a flag for a size in bytes, such as 64MiB.
type sizeValue struct{ bytes *int }

func (v *sizeValue) String() string {
	if v.bytes == nil {
		return "" // as pflag asks of a new one
	}
	return fmt.Sprintf("%dMiB", *v.bytes>>20)
}

func (v *sizeValue) Type() string { return "size" }

func (v *sizeValue) Set(text string) error {
	number, ok := strings.CutSuffix(text, "MiB")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || n > maxMemory {
		return fmt.Errorf("want a size such as 64MiB, at most %dMiB", maxMemory)
	}
	*v.bytes = n << 20
	return nil
}
