package main

import "context"

// Figure is something to measure.
type Figure struct {
	name          string
	simulatorOnly bool
	extra         bool // not measured unless it is asked for
	run           func(context.Context, *Bench) error
}

// figures are in the order in which they are measured: what starts processes of its own, then what shares one sidecar.
// A function, since the figures' own code asks for names.
func figures() []Figure {
	return []Figure{
		{name: "start", run: measureStart},
		{name: "sync", run: measureSync},
		{name: "memory", run: measureMemory},
		{name: "list", run: measureList},
		{name: "get", run: measureGet},
		{name: "lag", run: measureLag},
		{name: "fanout", run: measureFanout},
		{name: "relist", run: measureRelist},
		{name: "growth", run: measureGrowth, simulatorOnly: true, extra: true},
	}
}

func figureNames() []string { return namesOf(func(Figure) bool { return true }) }

func defaultFigures() []string { return namesOf(func(f Figure) bool { return !f.extra }) }

func namesOf(taken func(Figure) bool) []string {
	var names []string
	for _, figure := range figures() {
		if taken(figure) {
			names = append(names, figure.name)
		}
	}
	return names
}

// figureNamed is a figure whose name is known to be one.
func figureNamed(name string) Figure {
	for _, figure := range figures() {
		if figure.name == name {
			return figure
		}
	}
	panic("no figure " + name)
}
