package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// document is one object of a file. The items of a List share the index of their document: kubectl sends the items, not the List.
type document struct {
	file  string
	index int
	data  []byte

	metav1.PartialObjectMetadata       // to name the document
	unreadable                   error // why that may be incomplete
}

func readDocuments(file string, stdin io.Reader) ([]document, error) {
	in := stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		in = opened
	}

	var documents []document
	reader := utilyaml.NewYAMLReader(bufio.NewReader(in))
	for index := 0; ; {
		data, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if isEmpty(data) {
			continue
		}
		documents = append(documents, expand(newDocument(file, index, data))...)
		index++
	}
	if len(documents) == 0 {
		return nil, fmt.Errorf("%s: there is no document in it", file) // else a typo in a script would look like success
	}
	return documents, nil
}

func newDocument(file string, index int, data []byte) document {
	result := document{file: file, index: index, data: data}
	result.unreadable = yaml.Unmarshal(data, &result.PartialObjectMetadata)
	return result
}

// expand returns the items of a List, as kubectl sends them to the server.
func expand(doc document) []document {
	var list struct {
		Items []runtime.RawExtension `json:"items"`
	}
	if doc.APIVersion != "v1" || doc.Kind != "List" || yaml.Unmarshal(doc.data, &list) != nil || len(list.Items) == 0 {
		return []document{doc}
	}
	var items []document
	for _, item := range list.Items {
		items = append(items, newDocument(doc.file, doc.index, item.Raw))
	}
	return items
}

func isEmpty(data []byte) bool {
	json, err := yaml.YAMLToJSON(data)
	return err == nil && bytes.Equal(json, []byte("null"))
}
