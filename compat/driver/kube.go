package main

import (
	"bufio"
	"net/url"
	"strings"

	"servers"
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

// valuesOf are the values of the objects with a label, by their names.
func valuesOf(k *servers.Kube, resource Resource, namespace, prefix string) (map[string]string, error) {
	var answer list
	selector := url.QueryEscape("app=" + prefix)
	if err := k.Ask("GET", resource.path(namespace)+"?labelSelector="+selector, "", nil, &answer); err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, item := range answer.Items {
		values[item.Metadata.Name] = item.Data.Value + item.Spec.Value
	}
	return values, nil
}

func versionOf(k *servers.Kube, resource Resource, namespace string) (string, error) {
	var answer list
	err := k.Ask("GET", resource.path(namespace)+"?limit=1", "", nil, &answer)
	return answer.Metadata.ResourceVersion, err
}

// watchExpired says whether a watch, at the version that the path has, is told that it has expired.
func watchExpired(k *servers.Kube, path string) bool {
	response, err := k.Send("GET", path+"&watch=true&timeoutSeconds=1", "", nil)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	line, _ := bufio.NewReader(response.Body).ReadString('\n')
	return strings.Contains(line, `"code":410`)
}
