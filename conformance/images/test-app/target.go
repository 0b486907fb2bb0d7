package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const tryTime = time.Second

// On a machine with a load of 80, a server that is ready can take 2 s to answer.
const needTime = 5 * time.Second

// reach tries once, for at most this time, whether a target is there: tcp:HOST:PORT, http:URL (any status of 200 to 399), unix:PATH or file:PATH.
func reach(target string, within time.Duration) error {
	kind, rest, _ := strings.Cut(target, ":")
	switch kind {
	case "tcp", "unix":
		connection, err := net.DialTimeout(kind, rest, within)
		if err != nil {
			return err
		}
		return connection.Close()
	case "http":
		client := http.Client{Timeout: within}
		response, err := client.Get(rest)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode < 200 || response.StatusCode > 399 {
			return fmt.Errorf("%s: status %d", rest, response.StatusCode)
		}
		return nil
	case "file":
		_, err := os.Stat(rest)
		return err
	}
	return fmt.Errorf("unknown target %q", target)
}

// waitFor ends the process with exit code 1 when the target is not there in a minute.
func waitFor(target string, pause time.Duration) {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(pause) {
		err := reach(target, tryTime)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			fail(err)
		}
	}
}
