package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"thera/internal/bus"
)

// natsFlags say which bus to use.
type natsFlags struct {
	url, credentials, ca, certificate, key, listen string
	token, workerToken                             string // files
}

func (f *natsFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "nats", "", "talk to other nodes and workers by the NATS server at this `URL`, nats://HOST:PORT or tls://… (default one inside this program)")
	flags.StringVar(&f.credentials, "nats-credentials", "", "sign in there by this `FILE` of credentials")
	flags.StringVar(&f.ca, "nats-ca", "", "trust certificates signed by the one in this `FILE`")
	flags.StringVar(&f.certificate, "nats-certificate", "", "show the certificate in this `FILE`")
	flags.StringVar(&f.key, "nats-key", "", "with the key in this `FILE`")
	flags.StringVar(&f.listen, "nats-listen", "", "let others reach the server inside this program at this `ADDRESS`")
	flags.StringVar(&f.token, "nats-token-file", "", "with --nats-listen, let in who signs in as node with the token in this `FILE`")
	flags.StringVar(&f.workerToken, "worker-token-file", "", "with --nats-listen, let in workers with the token in this `FILE`, and nobody without one")
}

// config returns the bus's configuration.
func (f natsFlags) config(log *slog.Logger) (bus.Config, error) {
	if (f.token != "" || f.workerToken != "") && f.listen == "" {
		return bus.Config{}, usagef("--nats-token-file and --worker-token-file: want --nats-listen beside them")
	}
	name, err := os.Hostname()
	if err != nil {
		name = "thera"
	}
	node, err := readToken(f.token)
	worker, errWorker := readToken(f.workerToken)
	return bus.Config{
		URL: f.url, Credentials: f.credentials, CA: f.ca, Certificate: f.certificate, Key: f.key, Listen: f.listen,
		NodeToken: node, WorkerToken: worker, Name: name, Log: log,
	}, errors.Join(err, errWorker)
}

// readToken returns the token in a file, "" for none.
func readToken(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 16 {
		return "", fmt.Errorf("%s: want a token of 16 characters or more", path)
	}
	return token, nil
}
