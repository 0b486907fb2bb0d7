package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// behaviour is what one container does. All times count from its start.
type behaviour struct {
	name       string
	openings   []opening
	content    string
	needs      []string
	crashAt    time.Duration
	crashTimes int
	crashIf    string
	exitAt     time.Duration
	exitCode   int
	ignoreTerm bool
	stopIn     time.Duration
	fork       bool
	quit       string
}

func parse(args []string) behaviour {
	var b behaviour
	flags := flag.NewFlagSet("test-app", flag.ExitOnError)
	flags.StringVar(&b.name, "name", "", "name of the container, for its stamps")
	for kind, what := range map[string]string{
		"tcp":        "PORT[@TIME]: opens a TCP port",
		"http":       "PORT/PATH[@TIME]: an HTTP server that answers 503, then 200",
		"postgresql": "PORT[@TIME]: opens a TCP port that admits each user, as PostgreSQL does",
		"unix":       "PATH[@TIME]: opens a unix socket",
		"file":       "PATH[@TIME]: makes a file",
	} {
		flags.Func(kind, what+"; may be repeated", func(text string) error {
			o, err := parseOpening(kind, text)
			b.openings = append(b.openings, o)
			return err
		})
	}
	flags.StringVar(&b.content, "content", "", "content of the files that it makes")
	flags.Func("needs", "tcp:HOST:PORT, http:URL, unix:PATH or file:PATH: exits with 1 at once when it is not there; may be repeated", func(target string) error {
		b.needs = append(b.needs, target)
		return nil
	})
	flags.DurationVar(&b.crashAt, "crash-at", 0, "exits with 1 after this time")
	flags.IntVar(&b.crashTimes, "crash-times", 0, "crashes in so many runs only; 0: in all of them")
	flags.StringVar(&b.crashIf, "crash-if", "", "exits with 1 at once if this file exists")
	flags.DurationVar(&b.exitAt, "exit-at", 0, "exits after this time")
	flags.IntVar(&b.exitCode, "exit-code", 0, "exit code of -exit-at")
	flags.BoolVar(&b.ignoreTerm, "ignore-term", false, "goes on after SIGTERM")
	flags.DurationVar(&b.stopIn, "stop-in", 0, "time from SIGTERM to the exit")
	flags.StringVar(&b.quit, "quit", "", "PORT/PATH: exits with 0 when it gets a POST there")
	flags.BoolVar(&b.fork, "fork", false, "starts a child process that does nothing")
	flags.Parse(args)
	if flags.NArg() > 0 {
		fail(fmt.Errorf("unexpected arguments %q", flags.Args()))
	}
	return b
}

func runContainer(args []string) {
	b := parse(args)
	log := stamps{b.name, os.Stdout}
	log.at(began, "start", "")
	exit := func(code int) {
		log.now("exit", strconv.Itoa(code))
		os.Exit(code)
	}

	if _, err := os.Stat(b.crashIf); err == nil {
		exit(1)
	}

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		for range signals {
			log.now("term", "")
			if !b.ignoreTerm {
				time.Sleep(b.stopIn)
				exit(0)
			}
		}
	}()

	for _, target := range b.needs {
		if err := reach(target, needTime); err != nil {
			log.now("needs-failed", target)
			exit(1)
		}
		log.now("needs-ok", target)
	}
	if b.fork {
		fork()
	}
	if b.crashAt > 0 && b.crashesThisTime() {
		time.AfterFunc(time.Until(began.Add(b.crashAt)), func() { exit(1) })
	}
	if b.exitAt > 0 {
		time.AfterFunc(time.Until(began.Add(b.exitAt)), func() { exit(b.exitCode) })
	}

	if b.quit != "" {
		if err := onPost(b.quit, func() { exit(0) }); err != nil {
			fail(err)
		}
	}

	var all sync.WaitGroup
	opened := make([]time.Time, len(b.openings))
	for i, o := range b.openings {
		all.Add(1)
		go func(i int, o opening) {
			defer all.Done()
			at, err := o.open(b.content)
			if err != nil {
				log.now("failed", err.Error())
				exit(1)
			}
			opened[i] = at
			log.at(at, "opened", o.String())
		}(i, o)
	}
	all.Wait()
	last := time.Now()
	if len(opened) > 0 {
		last = slices.MaxFunc(opened, time.Time.Compare)
	}
	log.at(last, "ready", "")
	select {}
}

// crashesThisTime counts the runs in /dev/shm: it belongs to the pod, so the count outlives the container and needs no volume.
func (b behaviour) crashesThisTime() bool {
	if b.crashTimes == 0 {
		return true
	}
	file := filepath.Join("/dev/shm", "test-app."+b.name+".crashes")
	text, _ := os.ReadFile(file)
	crashes, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	if crashes >= b.crashTimes {
		return false
	}
	if err := os.WriteFile(file, []byte(strconv.Itoa(crashes+1)), 0o644); err != nil {
		fail(err)
	}
	return true
}

func fork() {
	self, err := os.Executable()
	if err != nil {
		fail(err)
	}
	if err := exec.Command(self, "child").Start(); err != nil {
		fail(err)
	}
}
