// test-app replaces the programs of a user. Its flags specify its behaviour. It writes each event as one JSON line, with the real clock:
// {"t":<microseconds>,"container":"app","stamp":"start"}. It is static, so it runs in an empty image.
//
//	test-app [flags]            the main process of a container; see behaviour.go
//	test-app hook [flags]       a lifecycle hook that writes its start and its end; see hook.go
//	test-app check TARGET       exit code 0 if the target is reachable; see target.go
//	test-app wait TARGET        exit code 0 as soon as the target is reachable; checks every 10 ms, for at most a minute
//	pilot-agent wait            as in Istio: blocks until its proxy is ready
//	server, run                 prints its process, for images with commands of their own; see process.go
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Set before main runs, so that parsing flags is no part of the time.
var began = time.Now()

func main() {
	args := os.Args[1:]
	switch name, mode := filepath.Base(os.Args[0]), first(args); {
	case name == "server" || name == "run":
		runRecorder()
	case name == "pilot-agent" && mode == "wait":
		waitFor("http:http://127.0.0.1:15021/healthz/ready", 20*time.Millisecond)
	case mode == "hook":
		runHook(args[1:])
	case mode == "child":
		time.Sleep(1 << 62)
	case mode == "wait" && len(args) == 2:
		waitFor(args[1], 10*time.Millisecond)
	case mode == "check" && len(args) == 2:
		if err := reach(args[1], tryTime); err != nil {
			fail(err)
		}
	default:
		runContainer(args)
	}
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
