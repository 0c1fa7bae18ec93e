package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"thera/internal/cluster/bus"
)

// natsFlags configure the message bus.
type natsFlags struct {
	url, credentials, ca, certificate, key, listen string
	token, workerToken                             string // files
}

func (f *natsFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "nats", "", "communicate with other nodes and workers through the NATS server at this `URL`, nats://HOST:PORT or tls://… (default one inside this program)")
	flags.StringVar(&f.credentials, "nats-credentials", "", "authenticate to the NATS server with the credentials in `FILE`")
	flags.StringVar(&f.ca, "nats-ca", "", "trust certificates signed by the CA certificate in `FILE`")
	flags.StringVar(&f.certificate, "nats-certificate", "", "present the certificate in `FILE` to the NATS server or its clients")
	flags.StringVar(&f.key, "nats-key", "", "use the private key in `FILE` with --nats-certificate")
	flags.StringVar(&f.listen, "nats-listen", "", "accept connections to the NATS server inside this program at this `ADDRESS`")
	flags.StringVar(&f.token, "nats-token-file", "", "with --nats-listen, admit nodes with the token in `FILE`; with --nats, authenticate with it")
	flags.StringVar(&f.workerToken, "worker-token-file", "", "with --nats-listen, admit workers with the token in `FILE`, and require tokens of everyone")
}

// config returns the configuration of the bus.
func (f natsFlags) config() (bus.Config, error) {
	if f.workerToken != "" && f.listen == "" || f.token != "" && f.listen == "" && f.url == "" {
		return bus.Config{}, usagef("--nats-token-file and --worker-token-file: want --nats-listen with them")
	}
	name, err := os.Hostname()
	if err != nil {
		name = "thera"
	}
	node, err := readToken(f.token)
	worker, errWorker := readToken(f.workerToken)
	if err := errors.Join(err, errWorker); err != nil {
		return bus.Config{}, err
	}
	address := f.url
	if address != "" && node != "" {
		if address, err = signIn(address, bus.NodeUser, node); err != nil {
			return bus.Config{}, err
		}
	}
	return bus.Config{
		URL: address, Credentials: f.credentials, CA: f.ca, Certificate: f.certificate, Key: f.key, Listen: f.listen,
		NodeToken: node, WorkerToken: worker, Name: name,
	}, nil
}

// signIn adds a user and a token to the addresses of servers, which are separated by
// commas.
func signIn(addresses, user, token string) (string, error) {
	all := strings.Split(addresses, ",")
	for i, address := range all {
		u, err := url.Parse(address)
		if err != nil {
			return "", usageError{err}
		}
		u.User = url.UserPassword(user, token)
		all[i] = u.String()
	}
	return strings.Join(all, ","), nil
}

// readToken returns the token in a file, "" if path is "".
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
