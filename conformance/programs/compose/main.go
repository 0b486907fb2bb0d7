// Prints the start order of a compose project as JSON, as the parser of Docker Compose reads it.
//
// Arguments: the active profiles, separated by commas, and the files. Variables have the values of the environment.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

type service struct {
	DependsOn     types.DependsOnConfig    `json:"dependsOn"`
	Healthcheck   *types.HealthCheckConfig `json:"healthcheck,omitempty"`
	Restart       string                   `json:"restart,omitempty"`
	ContainerName string                   `json:"containerName,omitempty"`
	Labels        types.Labels             `json:"labels"`
}

func main() {
	project, err := load(strings.Split(os.Args[1], ","), os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	services := map[string]service{}
	for name, s := range project.Services {
		services[name] = service{s.DependsOn, s.HealthCheck, s.Restart, s.ContainerName, s.Labels}
	}
	if err := json.NewEncoder(os.Stdout).Encode(services); err != nil {
		panic(err)
	}
}

func load(profiles []string, files []string) (*types.Project, error) {
	options, err := cli.NewProjectOptions(files, cli.WithOsEnv, cli.WithName("test"), cli.WithProfiles(profiles))
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	// Docker Compose checks for cycles before it starts a service.
	return project, project.ForEachService(nil, func(string, *types.ServiceConfig) error { return nil })
}
