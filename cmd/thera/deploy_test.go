package main

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

const deployFolder = "../../deploy"

// deployed returns the text of a file in deploy/.
func deployed(t *testing.T, name string) string {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, filepath.Join(deployFolder, name))
	return string(text)
}

// Whatever is there in YAML or JSON can be read as such.
func TestDeployFilesAreWellFormed(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(deployFolder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var read func([]byte, any) error
		switch filepath.Ext(path) {
		case ".yaml", ".yml":
			read = yaml.Unmarshal
		case ".json":
			read = json.Unmarshal
		default:
			return nil
		}
		seen++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var content map[string]any
		if err := read(text, &content); err != nil || len(content) == 0 {
			t.Errorf("%s: %d fields, %v", path, len(content), err)
		}
		return nil
	})
	if err != nil || seen < 8 {
		t.Errorf("%d files, %v", seen, err)
	}
}

// composed is what the tests read of a compose file.
type composed struct {
	Services map[string]struct {
		Image   string
		Command []string
	}
}

// TestComposedCommands wants commands in the compose files whose flags exist.
func TestComposedCommands(t *testing.T) {
	for file, services := range map[string]int{"compose.yaml": 4, "compose.single.yaml": 2} {
		var compose composed
		if err := yaml.Unmarshal([]byte(deployed(t, file)), &compose); err != nil {
			t.Fatal(err)
		}
		for _, service := range compose.Services {
			if !strings.HasPrefix(service.Image, "thera:") {
				continue
			}
			services--
			wantCommand(t, service.Command, nil)
		}
		if services != 0 {
			t.Errorf("%s: %d services of thera are missing", file, services)
		}
	}
}

// TestImagesArePinned wants a version in the name of each image: what was tried is what
// runs.
func TestImagesArePinned(t *testing.T) {
	for _, file := range []string{"compose.yaml", "compose.single.yaml"} {
		var compose composed
		if err := yaml.Unmarshal([]byte(deployed(t, file)), &compose); err != nil {
			t.Fatal(err)
		}
		for name, service := range compose.Services {
			if !regexp.MustCompile(`^(thera:\$\{THERA_VERSION|[a-z/]+:v?\d+\.\d+)`).MatchString(service.Image) {
				t.Errorf("%s: service %s has the image %q: want one with a version, such as caddy:2.10.2", file, name, service.Image)
			}
		}
	}
}

// TestPackagedExamples wants in the package what the documentation uses beside it.
func TestPackagedExamples(t *testing.T) {
	text := gametest.Must(t, os.ReadFile, "../../docs/run/deploy.md")
	found, packed := 0, deployed(t, "nfpm.yaml")
	for _, m := range regexp.MustCompile(`\(\.\./\.\./deploy/(\S+\.\w+)\)`).FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(m[1], "compose") {
			continue
		}
		found++
		if want := "{src: $ROOT/deploy/" + m[1] + ", dst: /usr/share/doc/thera/examples/" + filepath.Base(m[1]) + ","; !strings.Contains(packed, want) {
			t.Errorf("%s is not among the examples in nfpm.yaml", m[1])
		}
	}
	if found < 5 {
		t.Errorf("%d files of deploy are named: want more", found)
	}
}

// TestProxiesKeepNoAddresses wants no access log of the proxies, whose lines would have
// invitations in them, nor those in their logs of errors. Caddy keeps an access log only with a
// directive "log" in a site.
func TestProxiesKeepNoAddresses(t *testing.T) {
	if !strings.Contains(deployed(t, "nginx.conf"), "\n\taccess_log off;\n") {
		t.Error("nginx.conf: want access_log off for the server")
	}
	if !regexp.MustCompile(`location /api/v1/invitation/ \{[^}]*\berror_log \S+ crit;`).MatchString(deployed(t, "nginx.conf")) {
		t.Error("nginx.conf: want no errors of requests for invitations in a log")
	}
	global, site, _ := strings.Cut(deployed(t, "Caddyfile"), "{$THERA_HOST")
	if regexp.MustCompile(`(?m)^\s*log\b`).MatchString(site) {
		t.Error("Caddyfile: want no log of requests")
	}
	if !strings.Contains(global, `request>uri regexp "/invitation/[^/?]+"`) {
		t.Error("Caddyfile: want no invitations in the log of errors")
	}
}

// TestAlertsAreTested wants each alert to be raised in the rules' own tests, which promtool
// runs.
func TestAlertsAreTested(t *testing.T) {
	var alerts struct {
		Groups []struct{ Rules []struct{ Alert string } }
	}
	var tests struct {
		Tests []struct {
			Rules []struct {
				Alert  string `yaml:"alertname"`
				Raised []any  `yaml:"exp_alerts"`
			} `yaml:"alert_rule_test"`
		}
	}
	for name, content := range map[string]any{"alerts.yml": &alerts, "alerts.test.yml": &tests} {
		if err := yaml.Unmarshal([]byte(deployed(t, "prometheus/"+name)), content); err != nil {
			t.Fatal(err)
		}
	}
	isRaised := map[string]bool{}
	for _, test := range tests.Tests {
		for _, rule := range test.Rules {
			isRaised[rule.Alert] = isRaised[rule.Alert] || len(rule.Raised) > 0
		}
	}
	count := 0
	for _, group := range alerts.Groups {
		for _, rule := range group.Rules {
			count++
			if !isRaised[rule.Alert] {
				t.Errorf("no test raises the alert %s", rule.Alert)
			}
		}
	}
	if count < 10 {
		t.Errorf("%d alerts: want more", count)
	}
}

// TestUnits wants commands and settings in the units that exist, also those that their
// files of settings show as examples.
func TestUnits(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^(?:Environment=|#)?(THERA_[A-Z_]+=.*)$`)
	for _, unit := range []string{"thera", "thera-worker", "thera-backup"} {
		text := deployed(t, "systemd/"+unit+".service")
		command := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/thera (.*)$`).FindStringSubmatch(text)
		file := regexp.MustCompile(`(?m)^EnvironmentFile=-/etc/default/(.*)$`).FindStringSubmatch(text)
		if command == nil || file == nil {
			t.Fatalf("%s: no command, or no file of settings", unit)
		}
		var environment []string
		for _, m := range lines.FindAllStringSubmatch(text+deployed(t, "systemd/"+file[1]+".default"), -1) {
			environment = append(environment, m[1])
		}
		if len(environment) < 3 {
			t.Errorf("%s: settings %q: want more", unit, environment)
		}
		for _, setting := range environment { // alone: examples are for different machines
			wantCommand(t, strings.Fields(command[1]), []string{setting})
		}
	}
}

// TestUnitsKeepRestarting wants a unit that restarts to do so for as long as it fails, such
// as while the database's machine starts: by default systemd gives up after five starts
// within ten seconds.
func TestUnitsKeepRestarting(t *testing.T) {
	for _, unit := range []string{"thera", "thera-worker"} {
		settings, service, _ := strings.Cut(deployed(t, "systemd/"+unit+".service"), "\n[Service]\n")
		if !strings.Contains(settings, "\nStartLimitIntervalSec=0\n") {
			t.Errorf("%s: want StartLimitIntervalSec=0 in [Unit]", unit)
		}
		for _, setting := range []string{"Restart=always", "Type=notify"} {
			if !strings.Contains(service, "\n"+setting+"\n") {
				t.Errorf("%s: want %s in [Service]", unit, setting)
			}
		}
	}
}

func wantCommand(t *testing.T, command, environment []string) {
	t.Helper()
	found, rest, err := new(program).rootCommand().Find(command)
	if err == nil {
		err = found.ParseFlags(rest)
	}
	if _, isService := found.Annotations[isService]; err == nil && isService {
		err = (&settings{cmd: found, sources: map[string]string{}}).read(environment)
	}
	if err != nil || len(found.Flags().Args()) > 0 {
		t.Errorf("%s thera %s: %v, left %q", strings.Join(environment, " "), strings.Join(command, " "), err, found.Flags().Args())
	}
}

// TestWatchedMetricsExist holds all metrics in the rules for Prometheus and on the
// dashboard for Grafana against those of a server where a game is played, and of a
// worker.
func TestWatchedMetricsExist(t *testing.T) {
	t.Parallel()
	nats := storetest.StartBus(t, nil)
	monitor := storetest.Address(t)
	server := &killed{TB: t, listen: storetest.Address(t), store: storetest.SQLite(t), more: []string{"--nats", nats.URL, "--metrics", monitor}}
	server.start()
	defer server.kill()
	address := storetest.Address(t)
	worker := exec.Command(os.Args[0], "worker", "--nats", nats.URL, "--metrics", address)
	worker.Args[0] = "thera"
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = worker.Process.Kill()
		_ = worker.Wait()
	}()
	_, leave := sitDown(t, load.Config{URLs: []string{"http://" + server.listen}, ConcurrentGames: 1, Rate: 20, Control: play.Control{}, Seed: 1})
	question := `{"game": "` + catalog.AllRules()[0].Name() + `", "nodes": 100}`
	response, err := http.Post("http://"+server.listen+"/api/v1/best", "application/json", strings.NewReader(question))
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", response, err)
	}
	_ = response.Body.Close()

	text := deployed(t, "prometheus/alerts.yml") + deployed(t, "grafana/dashboards/thera.json")
	watched := regexp.MustCompile(`\b(thera|process|go)_\w+`).FindAllString(text, -1)
	if len(watched) < 40 {
		t.Errorf("%d metrics are watched: want many", len(watched))
	}
	missing := func(known map[string]bool) (names []string) {
		for _, name := range watched {
			if !known[name] && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	}
	known := map[string]bool{}
	for range 600 { // until the first order is counted
		for _, at := range []string{monitor, address} {
			addMetrics(t, known, at)
		}
		if len(missing(known)) == 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if names := missing(known); len(names) > 0 {
		t.Errorf("no metrics %q", names)
	}
	leave()
}

// addMetrics adds the names of the metrics at an address to those that are known.
func addMetrics(t *testing.T, known map[string]bool, address string) {
	t.Helper()
	response, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		return // not yet
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		name, _, _ := strings.Cut(strings.ReplaceAll(lines.Text(), "{", " "), " ")
		known[name] = true
	}
}
