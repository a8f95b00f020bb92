package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// Sheet is a table of figures by one number that grows, its axis.
type Sheet struct {
	axis    string
	xs      []float64
	columns []*column
}

type column struct {
	name, unit string
	values     []float64
}

// row begins the next row.
func (s *Sheet) row(x float64) { s.xs = append(s.xs, x) }

// add adds a figure to the row that was begun last.
func (s *Sheet) add(name, unit string, value float64) {
	for _, each := range s.columns {
		if each.name == name {
			each.values = append(each.values, value)
			return
		}
	}
	s.columns = append(s.columns, &column{name, unit, []float64{value}})
}

func (s *Sheet) write(file string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	writer := csv.NewWriter(out)
	header := []string{s.axis}
	for _, each := range s.columns {
		header = append(header, each.name+" ("+each.unit+")")
	}
	writer.Write(header)
	for i, x := range s.xs {
		line := []string{strconv.FormatFloat(x, 'f', -1, 64)}
		for _, each := range s.columns {
			line = append(line, strconv.FormatFloat(each.values[i], 'g', 4, 64))
		}
		writer.Write(line)
	}
	writer.Flush()
	return writer.Error()
}

// plot draws an SVG of each unit's figures that belong together: those whose names begin with the same word.
func (s *Sheet) plot(folder string) error {
	drawn := map[string]bool{}
	for _, each := range s.columns {
		name := each.file()
		if drawn[name] {
			continue
		}
		drawn[name] = true
		var together []*column
		for _, other := range s.columns {
			if other.file() == name {
				together = append(together, other)
			}
		}
		if err := s.draw(filepath.Join(folder, name+".svg"), together); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// file is the name of the plot that a column is drawn in.
func (c *column) file() string {
	first, _, _ := strings.Cut(c.name, " ")
	unit := map[string]string{"s": "time", "ms": "time", "MB": "memory", "kB": "allocation", "1/s": "rate", "cores": "cores"}[c.unit]
	switch name := strings.Trim(first, ","); name {
	case "start", "syncing":
		return "sync-" + unit
	case "memory", "events":
		return name
	default:
		return name + "-" + unit
	}
}

// draw draws columns by the axis, both logarithmic, as sizes grow by tens.
func (s *Sheet) draw(file string, columns []*column) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = s.axis, columns[0].unit
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	var lines []any
	low, high := math.Inf(1), 0.0
	for _, each := range columns {
		var points plotter.XYs
		for i, value := range each.values {
			// Nothing has no place on a logarithmic axis; what is too little to be measured stands at its bottom.
			value = max(value, 0.001)
			low, high = min(low, value), max(high, value)
			points = append(points, plotter.XY{X: s.xs[i], Y: value})
		}
		lines = append(lines, each.name, points)
	}
	if err := plotutil.AddLinePoints(p, lines...); err != nil {
		return err
	}
	p.Y.Min = math.Pow(10, math.Floor(math.Log10(low)))
	p.Y.Max = math.Pow(10, math.Ceil(math.Log10(high*1.01)))
	return p.Save(14*vg.Centimeter, 9*vg.Centimeter, file)
}
