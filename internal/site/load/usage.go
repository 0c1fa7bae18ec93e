package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// usage is what the server's process uses, 0 if it does not say.
type usage struct {
	memory int64   // bytes
	cpu    float64 // processor seconds since its start
}

// usage asks all servers and adds up those that answer.
func (a *api) usage(ctx context.Context) (sum usage, err error) {
	answered := false
	for _, base := range a.bases {
		u, failed := a.usageOf(ctx, base)
		err = errors.Join(err, failed)
		if failed == nil {
			answered = true
			sum.memory, sum.cpu = sum.memory+u.memory, sum.cpu+u.cpu
		}
	}
	if answered {
		err = nil
	}
	return sum, err
}

func (a *api) usageOf(ctx context.Context, base *url.URL) (u usage, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base.JoinPath("metrics").String(), nil)
	if err != nil {
		return u, err
	}
	response, err := a.http.Do(request)
	if err != nil {
		return u, err
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if response.StatusCode == http.StatusNotFound {
		return u, nil // hidden by a proxy
	}
	if response.StatusCode != http.StatusOK {
		return u, fmt.Errorf("metrics: %s", response.Status)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue // a comment, or a metric with labels
		}
		switch name {
		case "process_resident_memory_bytes":
			u.memory = int64(number)
		case "process_cpu_seconds_total":
			u.cpu = number
		}
	}
	return u, lines.Err()
}
