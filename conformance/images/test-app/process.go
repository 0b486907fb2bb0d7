package main

import (
	"encoding/json"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// The fields of /proc/thread-self/status that the kernel inherits from the process that starts the program.
var inherited = []string{"Umask", "PPid", "Uid", "Gid", "Groups", "SigBlk", "SigIgn", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp"}

type process struct {
	Arguments   []string          `json:"arguments"`
	Environment []string          `json:"environment"` // sorted: the kubelet adds the variables of services in random order
	Directory   string            `json:"directory"`
	Program     string            `json:"program"`
	First       []string          `json:"first"` // the arguments of process 1
	Status      map[string]string `json:"status"`
	OutOfMemory string            `json:"oom_score_adj"`
	Limits      []string          `json:"limits"`
	Files       []string          `json:"files"` // open files that are neither pipes nor files of the Go runtime
}

// runRecorder writes its process as JSON in the detail of a stamp, then a stamp for the first signal, which ends it with 7.
func runRecorder() {
	log := stamps{"", os.Stdout}
	log.at(began, "start", "")
	text, err := json.Marshal(recordProcess())
	if err != nil {
		fail(err)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT)
	log.now("process", string(text))
	log.now("signal", (<-signals).String())
	os.Exit(7)
}

func recordProcess() process {
	directory, err := os.Getwd()
	if err != nil {
		fail(err)
	}
	program, _ := os.Readlink("/proc/self/exe")
	status := map[string]string{}
	// Not /proc/self/status, which describes the main thread: the Go runtime blocks all signals of a thread while that thread creates another thread.
	runtime.LockOSThread()
	lines := strings.Split(contentOf("/proc/thread-self/status"), "\n")
	runtime.UnlockOSThread()
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ":")
		for _, wanted := range inherited {
			if name == wanted {
				status[name] = strings.Join(strings.Fields(value), " ")
			}
		}
	}
	environment := wordsOf("/proc/self/environ")
	slices.Sort(environment)
	return process{
		Arguments:   wordsOf("/proc/self/cmdline"),
		Environment: environment,
		Directory:   directory,
		Program:     program,
		First:       wordsOf("/proc/1/cmdline"),
		Status:      status,
		OutOfMemory: strings.TrimSpace(contentOf("/proc/self/oom_score_adj")),
		Limits:      limits(),
		Files:       openFiles(),
	}
}

// limits returns the lines of /proc/self/limits, such as "Max core file size 0 unlimited bytes".
func limits() []string {
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(contentOf("/proc/self/limits")), "\n") {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}

func contentOf(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		fail(err)
	}
	return string(text)
}

// wordsOf splits a file of /proc at its zero bytes.
func wordsOf(file string) []string {
	return strings.Split(strings.TrimSuffix(contentOf(file), "\x00"), "\x00")
}

func openFiles() []string {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		fail(err)
	}
	var files []string
	for _, entry := range entries {
		target, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if err == nil && !strings.HasPrefix(target, "anon_inode:") && !strings.HasPrefix(target, "pipe:") && !strings.HasPrefix(target, "/proc/") {
			files = append(files, entry.Name()+" "+target)
		}
	}
	return files
}
