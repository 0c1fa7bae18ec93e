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

	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

const deployFolder = "../../deploy"

// deployed returns the text of a file in deploy/.
func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deployFolder, name))
	if err != nil {
		t.Fatal(err)
	}
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

// The commands in the compose file and in the units have flags that exist, the
// commented examples included.
func TestDeployedCommands(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Image   string
			Command []string
		}
	}
	if err := yaml.Unmarshal([]byte(deployed(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	var commands [][]string
	for _, service := range compose.Services {
		if strings.HasPrefix(service.Image, "thera:") {
			commands = append(commands, service.Command)
		}
	}
	for _, unit := range []string{"thera", "thera-worker"} {
		text := deployed(t, "systemd/"+unit+".service")
		name := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/thera (.*) \$(\w+)$`).FindStringSubmatch(text)
		if name == nil {
			t.Fatalf("%s: no command that ends in a variable", unit)
		}
		lines := regexp.MustCompile(`(?m)^(?:Environment="|#)` + name[2] + `=([^"\n]+)`)
		for _, flags := range lines.FindAllStringSubmatch(text+deployed(t, "systemd/thera.default"), -1) {
			commands = append(commands, strings.Fields(name[1]+" "+flags[1]))
		}
	}
	if len(commands) != 4+4 {
		t.Errorf("%d commands: want four in the compose file, two in units and two in their examples", len(commands))
	}
	for _, command := range commands {
		found, rest, err := new(program).rootCommand().Find(command)
		if err == nil {
			err = found.ParseFlags(rest)
		}
		if err != nil || len(found.Flags().Args()) > 0 {
			t.Errorf("thera %s: %v, left %q", strings.Join(command, " "), err, found.Flags().Args())
		}
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
	leave := sitDown(t, load.Config{URLs: []string{"http://" + server.listen}, ConcurrentGames: 1, Rate: 20, Control: play.Control{}, Seed: 1})
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
