package main

import (
	"log/slog"
	"os"

	"github.com/spf13/pflag"

	"thera/internal/bus"
)

// natsFlags say which bus to use.
type natsFlags struct {
	url, credentials, ca, certificate, key, listen string
}

func (f *natsFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "nats", "", "talk to other nodes and workers by the NATS server at this `URL`, nats://HOST:PORT or tls://… (default one inside this program)")
	flags.StringVar(&f.credentials, "nats-credentials", "", "sign in there by this `FILE` of credentials")
	flags.StringVar(&f.ca, "nats-ca", "", "trust certificates signed by the one in this `FILE`")
	flags.StringVar(&f.certificate, "nats-certificate", "", "show the certificate in this `FILE`")
	flags.StringVar(&f.key, "nats-key", "", "with the key in this `FILE`")
	flags.StringVar(&f.listen, "nats-listen", "", "let others reach the server inside this program at this `ADDRESS`")
}

// config returns the bus's configuration.
func (f natsFlags) config(log *slog.Logger) bus.Config {
	name, err := os.Hostname()
	if err != nil {
		name = "thera"
	}
	return bus.Config{
		URL: f.url, Credentials: f.credentials, CA: f.ca, Certificate: f.certificate, Key: f.key, Listen: f.listen,
		Name: name, Log: log,
	}
}
