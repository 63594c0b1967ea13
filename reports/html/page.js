// Charts, sorting, copying and the theme of the report page. Data comes from the page itself.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("report-data").textContent);
  // Okabe and Ito's palette: told apart with any colour vision; shapes and dashes differ as well.
  const palettes = {
    light: ["#0072B2", "#D55E00", "#009E73", "#B0578D", "#8A6D00", "#3A8FC4", "#555555", "#7A3E9D"],
    dark: ["#56B4E9", "#FF8A3D", "#2FC79A", "#E69AC4", "#F0E442", "#8FD0FF", "#BBBBBB", "#C9A0F0"],
  };
  const shapes = ["circle", "rectRot", "triangle", "rect", "star", "crossRot", "rectRounded", "cross"];
  const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
  const drawn = [];

  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    if (chosen) return chosen === "dark";
    return window.matchMedia("(prefers-color-scheme: dark)").matches;
  }
  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }
  function remember(key, value) {
    try { localStorage.setItem(key, value); } catch (e) { /* a page from disk may not store */ }
  }
  function recall(key) {
    try { return localStorage.getItem(key); } catch (e) { return null; }
  }
  function number(value) {
    if (value === null || value === undefined || !isFinite(value)) return "n/a";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-3) return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
    return String(Number(value.toPrecision(size >= 1000 ? 6 : 4)));
  }

  // ---- charts
  const whiskers = {
    id: "whiskers",
    afterDatasetsDraw(chart) {
      const context = chart.ctx;
      chart.data.datasets.forEach(function (set, index) {
        if (!set.whiskers || !chart.isDatasetVisible(index)) return;
        context.save();
        context.strokeStyle = set.borderColor;
        context.lineWidth = 1.5;
        set.data.forEach(function (point) {
          if (point.low === undefined) return;
          const x = chart.scales.x.getPixelForValue(point.x);
          const low = chart.scales.y.getPixelForValue(point.low);
          const high = chart.scales.y.getPixelForValue(point.high);
          context.beginPath();
          context.moveTo(x, low); context.lineTo(x, high);
          context.moveTo(x - 4, low); context.lineTo(x + 4, low);
          context.moveTo(x - 4, high); context.lineTo(x + 4, high);
          context.stroke();
        });
        context.restore();
      });
    },
  };

  function ticksAt(values) {
    return function (scale) { scale.ticks = values.map(function (v) { return { value: v }; }); };
  }
  // A logarithmic axis names 1, 2 and 5 of each decade, all of them only where few decades show.
  function logTick(value) {
    const lead = value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    const decades = Math.log10(this.max / this.min);
    const named = function (digit) { return Math.abs(lead - digit) < 1e-6; };
    if (named(1) || (decades < 2.8 && (named(2) || named(5)))) return number(value);
    return decades < 0.7 && [3, 4, 6, 8].some(named) ? number(value) : "";
  }
  function axis(title, logarithmic, values) {
    const options = {
      type: logarithmic ? "logarithmic" : "linear",
      title: { display: true, text: title, color: colour("--soft") },
      grid: { color: colour("--line"), borderColor: colour("--line") },
      ticks: { color: colour("--soft"), maxRotation: 0, autoSkipPadding: 14 },
    };
    if (logarithmic) {
      options.ticks.callback = logTick;
      options.ticks.autoSkip = false;
    }
    if (!logarithmic) options.ticks.callback = function (value) { return number(value); };
    if (values) {
      options.afterBuildTicks = ticksAt(values);
      options.ticks.callback = function (value) { return number(value); };
      options.ticks.autoSkip = true;
      if (logarithmic && values.length > 1) {
        options.min = values[0] / 1.25;
        options.max = values[values.length - 1] * 1.25;
      }
    }
    return options;
  }
  function datasetsOf(spec) {
    const palette = palettes[isDark() ? "dark" : "light"];
    return spec.series.map(function (series, index) {
      const hue = palette[index % palette.length];
      const many = series.points.length > 60;
      return {
        label: series.name,
        data: series.points.map(function (p) {
          const point = { x: p[0], y: p[1], label: p[4] || "" };
          if (p[2] !== null && p[3] !== null && p[2] !== undefined) { point.low = p[2]; point.high = p[3]; }
          return point;
        }),
        showLine: series.line,
        borderColor: hue,
        backgroundColor: hue,
        borderWidth: series.reference ? 1.5 : 2,
        borderDash: series.reference ? [6, 4] : dashes[Math.floor(index / palette.length) % dashes.length],
        pointStyle: series.reference ? "line" : shapes[index % shapes.length],
        pointRadius: series.reference ? 0 : (many ? 1.5 : 4),
        pointHoverRadius: 7,
        pointHitRadius: 10,
        tension: 0,
        whiskers: !many,
      };
    });
  }
  // Room around the data of a logarithmic axis, which knows no other margin.
  function logRange(spec) {
    let low = Infinity, high = 0;
    spec.series.forEach(function (s) {
      s.points.forEach(function (p) {
        low = Math.min(low, p[1], p[2] || p[1]);
        high = Math.max(high, p[1], p[3] || p[1]);
      });
    });
    return high > 0 ? { min: low / 1.35, max: high * 1.35 } : {};
  }
  function distinct(spec) {
    const seen = new Set();
    spec.series.forEach(function (s) {
      if (!s.reference) s.points.forEach(function (p) { seen.add(p[0]); });
    });
    return Array.from(seen).sort(function (a, b) { return a - b; });
  }
  function optionsOf(spec) {
    const xs = spec.x_ticks_at_points ? distinct(spec) : null;
    return {
      responsive: true, maintainAspectRatio: false, animation: false, parsing: false, normalized: true,
      interaction: { mode: "nearest", intersect: false, axis: "xy" },
      scales: { x: axis(spec.x_title, spec.x_log, xs && xs.length <= 14 ? xs : null), y: Object.assign(axis(spec.y_title, spec.y_log, null), spec.y_log ? logRange(spec) : {}) },
      plugins: {
        legend: {
          display: spec.series.length > 1, position: "bottom",
          labels: { usePointStyle: true, color: colour("--ink"), boxHeight: 6, boxWidth: 14, padding: 12, font: { size: 12 } },
        },
        tooltip: {
          callbacks: {
            title: function (items) { return items.length ? items[0].dataset.label : ""; },
            label: function (item) {
              const p = item.raw;
              let text = spec.x_title + " " + number(p.x) + ": " + number(p.y) + " " + spec.y_unit;
              if (p.low !== undefined) text += " (" + number(p.low) + " to " + number(p.high) + ")";
              return p.label ? [p.label, text] : text;
            },
          },
        },
      },
    };
  }
  function draw(canvas, spec) {
    return new Chart(canvas, { type: "scatter", data: { datasets: datasetsOf(spec) }, options: optionsOf(spec), plugins: [whiskers] });
  }
  function element(tag, className, text) {
    const e = document.createElement(tag);
    if (className) e.className = className;
    if (text !== undefined) e.textContent = text;
    return e;
  }
  // The same numbers as text: for screen readers, for printing, for copying.
  function pointsTable(spec) {
    const details = element("details");
    details.append(element("summary", "", "Data of this chart"));
    const scroll = element("div", "scroll");
    const table = element("table");
    const head = element("tr");
    ["series", spec.x_title, spec.y_title, "interval"].forEach(function (title, i) {
      const th = element("th", i === 0 ? "left" : "");
      th.scope = "col";
      th.append(element("span", "plain", title));
      head.append(th);
    });
    const thead = element("thead");
    thead.append(head);
    const body = element("tbody");
    let rows = 0;
    spec.series.forEach(function (series) {
      series.points.forEach(function (p) {
        if (rows++ >= 200) return;
        const row = element("tr");
        row.append(element("td", "left", p[4] ? series.name + ", " + p[4] : series.name));
        row.append(element("td", "", number(p[0])));
        row.append(element("td", "", number(p[1])));
        row.append(element("td", "", p[2] !== null && p[2] !== undefined ? number(p[2]) + " to " + number(p[3]) : ""));
        body.append(row);
      });
    });
    table.append(thead, body);
    scroll.append(table);
    scroll.tabIndex = 0;
    details.append(scroll);
    if (rows > 200) details.append(element("p", "soft", "The first 200 of " + rows + " points; all are in the CSV."));
    return details;
  }
  function addChart(spec, place) {
    const card = element("div", "card");
    const figure = element("figure");
    const caption = element("figcaption");
    caption.append(element("h3", "", spec.title));
    if (spec.caption) caption.append(element("div", "soft small", spec.caption));
    const plot = element("div", "plot");
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", spec.title + ". " + spec.y_title + " against " + spec.x_title + ", " +
      spec.series.length + " series. The numbers follow as a table.");
    plot.append(canvas);
    figure.append(caption, plot);
    card.append(figure, pointsTable(spec));
    place.append(card);
    drawn.push({ chart: draw(canvas, spec), spec: spec });
  }

  // ---- samples of one case as a strip
  function addStrips(place) {
    if (!data.strips.length) return;
    const card = element("div", "card");
    const figure = element("figure");
    const caption = element("figcaption");
    caption.append(element("h3", "", "Samples of one case"));
    caption.append(element("div", "soft small", "Every sample in the order it was taken: two modes, a drift or an outlier show here and not in a median."));
    const label = element("label", "small");
    label.textContent = "Case ";
    const select = element("select");
    data.strips.forEach(function (strip, i) {
      const option = element("option", "", strip.name);
      option.value = String(i);
      select.append(option);
    });
    label.append(select);
    const plot = element("div", "plot");
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    plot.append(canvas);
    figure.append(caption, label, plot);
    card.append(figure);
    place.append(card);
    const entry = { chart: null, spec: null };
    function show() {
      const strip = data.strips[Number(select.value)];
      const points = strip.samples.map(function (s, i) { return [i + 1, s]; });
      entry.spec = {
        title: strip.name, x_title: "sample", y_title: "time per call (" + strip.unit + ")", y_unit: strip.unit,
        x_log: false, y_log: false, series: [
          { name: "samples", line: false, points: points },
          { name: "median", line: true, reference: true, points: [[1, strip.median], [points.length, strip.median]] },
        ],
      };
      canvas.setAttribute("aria-label", "Samples of " + strip.name + ": " + points.length + " samples, median " + number(strip.median) + " " + strip.unit);
      if (entry.chart) entry.chart.destroy();
      entry.chart = draw(canvas, entry.spec);
    }
    select.addEventListener("change", show);
    show();
    drawn.push(entry);
  }

  function redraw() {
    drawn.forEach(function (entry) {
      entry.chart.data.datasets = datasetsOf(entry.spec);
      entry.chart.options = optionsOf(entry.spec);
      entry.chart.update("none");
    });
  }

  // ---- tables
  function sortValue(row, column) {
    const cell = row.cells[column];
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    return cell.textContent.trim().toLowerCase();
  }
  function sortTable(th) {
    const table = th.closest("table");
    const column = th.cellIndex;
    const ascending = th.getAttribute("aria-sort") !== "ascending";
    table.querySelectorAll("thead th").forEach(function (other) { other.removeAttribute("aria-sort"); });
    th.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).map(function (row, i) { return { row: row, i: i, key: sortValue(row, column) }; });
    rows.sort(function (a, b) {
      // Numbers before text, empty cells last, equal keys in their old order.
      const rank = function (k) { return typeof k === "number" ? 0 : (k === "" ? 2 : 1); };
      if (rank(a.key) !== rank(b.key)) return rank(a.key) - rank(b.key);
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return order === 0 ? a.i - b.i : (ascending ? order : -order);
    });
    rows.forEach(function (entry) { body.append(entry.row); });
  }
  function copyText(text, button) {
    const say = function (word) {
      button.textContent = word;
      setTimeout(function () { button.textContent = "copy"; }, 4000);
    };
    const area = element("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    button.focus();
    if (copied) say("copied");
    else if (navigator.clipboard) navigator.clipboard.writeText(text).then(function () { say("copied"); }, function () { say("not allowed"); });
    else say("not allowed");
  }
  document.addEventListener("click", function (event) {
    const head = event.target.closest("thead th button");
    if (head) sortTable(head.parentElement);
    const copy = event.target.closest("button.copy");
    if (copy) copyText(copy.dataset.command, copy);
  });

  // ---- theme
  const themeButton = document.getElementById("theme");
  function showTheme() { themeButton.textContent = isDark() ? "Light theme" : "Dark theme"; }
  const stored = recall("sweepmark-theme");
  if (stored === "dark" || stored === "light") document.documentElement.dataset.theme = stored;
  themeButton.addEventListener("click", function () {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    remember("sweepmark-theme", document.documentElement.dataset.theme);
    showTheme();
    redraw();
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { showTheme(); redraw(); });
  showTheme();
  window.addEventListener("beforeprint", function () { drawn.forEach(function (entry) { entry.chart.resize(); }); });

  const place = document.getElementById("charts");
  if (place && typeof Chart !== "undefined") {
    Chart.defaults.font.family = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
    data.charts.forEach(function (spec) { addChart(spec, place); });
    addStrips(place);
  }
  // Charts are drawn with the next frame; then the page says so, for tests and for printing.
  requestAnimationFrame(function () {
    requestAnimationFrame(function () { document.documentElement.dataset.ready = String(drawn.length); });
  });
})();
