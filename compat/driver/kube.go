package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Resource is a type that programs read, and where its objects keep the value that changes.
type Resource struct {
	name, group, kind, values string
}

var resources = map[string]Resource{
	"configmaps": {"configmaps", "/api/v1", "ConfigMap", "data"},
	"widgets":    {"widgets", "/apis/example.com/v1", "Widget", "spec"},
}

func (r Resource) path(namespace string) string {
	return r.group + "/namespaces/" + namespace + "/" + r.name
}

func (r Resource) body(name, prefix, value string) map[string]any {
	version := strings.TrimPrefix(strings.TrimPrefix(r.group, "/apis/"), "/api/")
	return map[string]any{
		"apiVersion": version, "kind": r.kind,
		"metadata": map[string]any{"name": name, "labels": map[string]any{"app": prefix}},
		r.values:   map[string]any{"value": value},
	}
}

// Kube speaks to one server, kube-apiserver or the sidecar, past every proxy.
type Kube struct {
	name, base, token string
	http              *http.Client
}

func newKube(name, base, token string) *Kube {
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, MaxIdleConnsPerHost: 4}
	return &Kube{name, base, token, &http.Client{Transport: transport, Timeout: 30 * time.Second}}
}

func (k *Kube) send(method, path, contentType string, body any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, k.base+path, content)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if k.token != "" {
		request.Header.Set("Authorization", "Bearer "+k.token)
	}
	return k.http.Do(request)
}

// ask sends a request and decodes its answer, if there is something to decode it to. A status of 300 and more is an error.
func (k *Kube) ask(method, path, contentType string, body, answer any) error {
	response, err := k.send(method, path, contentType, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

func (k *Kube) create(path string, body any) error {
	return k.ask("POST", path, "application/json", body, nil)
}

func (k *Kube) patch(path string, body any) error {
	return k.ask("PATCH", path, "application/merge-patch+json", body, nil)
}

func (k *Kube) delete(path string) error { return k.ask("DELETE", path, "", nil, nil) }

func (k *Kube) status(path string) int {
	response, err := k.send("GET", path, "", nil)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

type list struct {
	Metadata struct {
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
	Items []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Data, Spec struct {
			Value string `json:"value"`
		}
	} `json:"items"`
}

// values are the values of the objects with a label, by their names.
func (k *Kube) values(resource Resource, namespace, prefix string) (map[string]string, error) {
	var answer list
	selector := url.QueryEscape("app=" + prefix)
	if err := k.ask("GET", resource.path(namespace)+"?labelSelector="+selector, "", nil, &answer); err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, item := range answer.Items {
		values[item.Metadata.Name] = item.Data.Value + item.Spec.Value
	}
	return values, nil
}

func (k *Kube) version(resource Resource, namespace string) (string, error) {
	var answer list
	err := k.ask("GET", resource.path(namespace)+"?limit=1", "", nil, &answer)
	return answer.Metadata.ResourceVersion, err
}

// watchExpired says whether a watch, at the version that the path has, is told that it has expired.
func (k *Kube) watchExpired(path string) bool {
	response, err := k.send("GET", path+"&watch=true&timeoutSeconds=1", "", nil)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	line, _ := bufio.NewReader(response.Body).ReadString('\n')
	return strings.Contains(line, `"code":410`)
}
