/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page can do more of where scripts run: zoom, and from a kernel of the chart to its row. */
(function () {
	"use strict";
	var svg = document.getElementById("chart-svg");
	var source = document.getElementById("chart-data");
	if (!svg || !source)
		return;

	function show(id) {
		var row = document.getElementById("kernel-" + id);
		if (!row)
			return;
		row.querySelectorAll("td.story > details").forEach(function (d) { d.open = true; });
		location.hash = "kernel-" + id;
	}

	svg.addEventListener("click", function (event) {
		var kernel = event.target.closest("[data-kernel]");
		if (kernel)
			show(kernel.getAttribute("data-kernel"));
	});

	function color(name) {
		return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
	}

	/* uPlot wants one rising row of x for all series. */
	function columns(data) {
		var x = [], dots = [], means = [];
		data.samples.forEach(function (values, i) {
			values.forEach(function (value, j) {
				x.push(i + 0.7 * ((j + 0.5) / values.length - 0.5));
				dots.push(value);
				means.push(data.means[i]);
			});
		});
		return [x, dots, means];
	}

	function draw(place, data) {
		var soft = color("--soft"), line = color("--line");
		var axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
		var names = function (u, splits) {
			return splits.map(function (s) {
				return Number.isInteger(s) && data.names[s] ? data.names[s].slice(0, 8) : "";
			});
		};
		return new uPlot({
			width: place.clientWidth, height: 380,
			scales: { x: { time: false } },
			axes: [
				Object.assign({ values: names, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] }, axis),
				Object.assign({ size: 70, values: function (u, v) {
					return v.map(function (p) { return +p.toFixed(4) + " %"; });
				} }, axis)
			],
			series: [
				{ label: "kernel", value: function (u, v) {
					return v === null ? "" : data.names[Math.round(v)] || "";
				} },
				{ label: "sample, % of good", paths: function () { return null; },
				  stroke: color("--dot"), points: { show: true, size: 5, fill: color("--dot") } },
				{ label: "mean", stroke: color("--mean"), width: 1.5, points: { show: false } }
			]
		}, columns(data), place);
	}

	var button = document.createElement("button");
	var place = document.createElement("div");
	var plot = null;
	button.type = "button";
	button.textContent = "Zoom";
	place.id = "zoom";
	place.hidden = true;
	svg.parentNode.before(button);
	svg.parentNode.after(place);
	button.addEventListener("click", function () {
		place.hidden = !place.hidden;
		svg.parentNode.hidden = !place.hidden;
		button.textContent = place.hidden ? "Zoom" : "Back to the whole chart";
		if (plot)
			plot.destroy();
		plot = null;
		if (!place.hidden)
			plot = draw(place, JSON.parse(source.textContent));
	});
	window.addEventListener("resize", function () {
		if (plot)
			plot.setSize({ width: place.clientWidth, height: 380 });
	});
	function open_target() {
		var match = /^#kernel-([0-9]+)$/.exec(location.hash);
		if (match)
			show(match[1]);
	}
	window.addEventListener("hashchange", open_target);
	window.addEventListener("beforeprint", function () {
		document.querySelectorAll("#changes details").forEach(function (d) { d.open = true; });
	});
	open_target();
})();
