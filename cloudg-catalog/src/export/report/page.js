"use strict";
(() => {
  const island = (name) => JSON.parse(document.getElementById("data-" + name).textContent);
  const overview = island("overview"), findings = island("findings"), findingAsset = island("finding-assets");
  const assets = island("assets"), counts = island("asset-findings"), graph = island("graph"), hierarchy = island("hierarchy");
  const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"];
  const ROWS = 200;
  const $ = (id) => document.getElementById(id);

  // Data only ever becomes text, never markup.
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "onclick") element.addEventListener("click", value);
      else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
    return element;
  };
  const number = (n) => n.toLocaleString("en");
  const share = (part, whole) => (whole ? Math.round((1000 * part) / whole) / 10 : 0);
  const badge = (severity) => make("span", { class: "badge " + severity }, severity);
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const rank = (severity) => SEVERITIES.indexOf(severity);
  const later = (run) => { let timer; return () => { clearTimeout(timer); timer = setTimeout(run, 120); }; };

  const ofAsset = assets.map(() => []);
  findingAsset.forEach((asset, finding) => { if (asset !== null) ofAsset[asset].push(finding); });
  const resource = (finding) => {
    const asset = findingAsset[finding];
    return asset === null ? findings[finding].resource_arn || findings[finding].resource_id : assets[asset].name;
  };

  // Header and overview.
  const plural = (n, one, many) => number(n) + " " + (n === 1 ? one : many);
  $("facts").textContent = [
    "Account " + overview.account, overview.providers.join(", "), plural(overview.regions, "region", "regions"),
    overview.started_at, "scan " + overview.scan_id,
  ].filter(Boolean).join(" · ");
  $("footer").textContent = "cloudg " + overview.version + " · data set " + overview.dataset;
  const severity = (name) => overview.severities[name] || 0;
  const tiles = [
    [overview.assets, "assets"], [overview.edges, "relations"], [overview.open, "open findings"],
    [overview.suppressed, "suppressed"], [Object.keys(overview.sources).length, "sources"],
    [severity("CRITICAL"), "critical", true], [severity("HIGH"), "high", true], [overview.exposed, "exposed assets", true],
  ];
  $("tiles").append(...tiles.map(([n, label, bad]) =>
    make("div", { class: bad && n ? "tile bad" : "tile" }, make("b", {}, number(n)), make("span", {}, label))));
  const stack = (parts, total) => make("div", { class: "stack", role: "img", "aria-label": parts.map(([label, n]) => label + " " + n).join(", ") },
    parts.filter(([, n]) => n).map(([label, n, style]) => { const bar = make("i", { class: style, title: label + ": " + n }); bar.style.flex = n + " 0 0"; return total ? bar : null; }));
  const legend = (parts) => make("div", { class: "legend" }, parts.map(([label, n, style]) =>
    make("span", {}, make("i", { class: "dot " + style }), label + " " + number(n))));
  const severities = SEVERITIES.map((name) => [name, severity(name), name]);
  $("severity-bar").append(stack(severities, overview.open), legend(severities));
  const clean = [["without", overview.clean, "good"], ["with", overview.assets - overview.clean, "HIGH"]];
  $("clean").append(stack(clean, overview.assets), make("p", {}, share(overview.clean, overview.assets) + " % of assets have no open finding."));
  $("risks").append(...overview.top_risks.map((i) => make("li", {}, badge(findings[i].severity), " ",
    make("button", { type: "button", class: "link", onclick: () => showFinding(i) }, findings[i].title),
    make("div", { class: "quiet" }, resource(i) + " · risk " + findings[i].risk_score))));
  if (!overview.top_risks.length) $("risks").replaceWith(make("p", { class: "quiet" }, "No open finding."));
  const exposed = assets.map((_, i) => i).filter((i) => assets[i].is_internet_exposed).sort((a, b) => counts[b][0] - counts[a][0] || a - b);
  $("exposed").append(...exposed.slice(0, 10).map((i) => make("li", {},
    make("button", { type: "button", class: "link", onclick: () => showAsset(i) }, assets[i].name),
    make("span", { class: "quiet" }, " " + assets[i].asset_type + " · " + plural(counts[i][0], "open finding", "open findings")))));
  if (exposed.length > 10) $("exposed").append(make("li", { class: "quiet" }, number(exposed.length - 10) + " more, see Assets"));
  if (!exposed.length) $("exposed").replaceWith(make("p", { class: "quiet" }, "No asset is marked as exposed."));

  // Details.
  const dialog = $("detail");
  const show = (...children) => {
    dialog.replaceChildren(make("button", { type: "button", style: "float:right", onclick: () => dialog.close() }, "Close"), ...children.flat().filter(Boolean));
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };
  const part = (title, text) => (text ? [make("h3", {}, title), make("pre", {}, text)] : []);
  const facts = (rows) => make("dl", {}, rows.filter(([, value]) => value).flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]));
  const showFinding = (i) => {
    const f = findings[i], asset = findingAsset[i];
    show(make("h2", {}, f.title), make("p", {}, badge(f.severity), " risk " + f.risk_score + (f.is_suppressed ? " · suppressed" : "")),
      facts([["Source", f.source_tool], ["Check", f.source_finding_id], ["Seen", f.detected_at], ["Frameworks", f.compliance_frameworks.join(", ")],
        ["Resource", asset === null ? resource(i) : make("button", { type: "button", class: "link", onclick: () => showAsset(asset) }, assets[asset].display_id)]]),
      part("Description", f.description), part("Evidence", f.evidence), part("Remediation", f.remediation));
  };
  const showAsset = (i) => {
    const a = assets[i];
    show(make("h2", {}, a.name), facts([["Type", a.asset_type], ["Id", a.display_id], ["Provider", a.provider], ["Account", a.account_id], ["Region", a.region],
      ["Exposed to the internet", a.is_internet_exposed ? "yes" : "no"], ["Tags", Object.entries(a.tags).map(([k, v]) => k + "=" + v).join(", ")]]),
      ofAsset[i].length ? make("h3", {}, "Findings") : null,
      make("ul", {}, ofAsset[i].map((f) => make("li", {}, badge(findings[f].severity), " ", make("button", { type: "button", class: "link", onclick: () => showFinding(f) }, findings[f].title), findings[f].is_suppressed ? " (suppressed)" : ""))),
      part("Metadata", Object.keys(a.metadata).length ? JSON.stringify(a.metadata, null, 2).slice(0, 20000) : ""));
  };

  // Tables: columns are [title, value to show, value to sort by, is a number].
  const table = (place, count, columns, rows, open, muted) => {
    let order = null, down = false, shown = ROWS, chosen = rows();
    const draw = () => {
      const sorted = order === null ? chosen : chosen.slice().sort((a, b) => {
        const [x, y] = [columns[order][2](a), columns[order][2](b)];
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1) || a - b;
      });
      const head = make("tr", {}, columns.map(([title, , , isNumber], c) => make("th", { scope: "col", class: isNumber ? "num" : undefined,
        "aria-sort": order === c ? (down ? "descending" : "ascending") : undefined,
        onclick: () => { down = order === c ? !down : Boolean(isNumber); order = c; draw(); } }, title + (order === c ? (down ? " ↓" : " ↑") : ""))));
      const body = sorted.slice(0, shown).map((i) => {
        const line = make("tr", { tabindex: "0", class: muted(i) ? "muted" : undefined, onclick: () => open(i) },
          columns.map(([, value, , isNumber]) => make("td", { class: isNumber ? "num" : undefined }, value(i))));
        line.addEventListener("keydown", (event) => { if (event.key === "Enter") open(i); });
        return line;
      });
      place.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, body)));
      if (sorted.length > shown) place.append(make("button", { type: "button", class: "more", onclick: () => { shown += 5 * ROWS; draw(); } }, "Show more of " + number(sorted.length)));
      count.textContent = number(chosen.length) + " shown";
    };
    draw();
    return { again: () => { chosen = rows(); shown = ROWS; draw(); }, all: () => { shown = Infinity; draw(); } };
  };
  const options = (select, values) => select.append(...values.map((value) => make("option", { value }, value)));
  const has = (needle, ...texts) => !needle || texts.some((text) => text && text.toLowerCase().includes(needle));
  options($("finding-severity"), SEVERITIES);
  options($("finding-source"), [...new Set(findings.map((f) => f.source_tool))].sort());
  options($("asset-provider"), [...new Set(assets.map((a) => a.provider))].sort());
  const findingTable = table($("finding-table"), $("finding-count"), [
    ["Severity", (i) => badge(findings[i].severity), (i) => rank(findings[i].severity)],
    ["Title", (i) => findings[i].title + (findings[i].is_suppressed ? " (suppressed)" : ""), (i) => findings[i].title],
    ["Resource", resource, resource],
    ["Source", (i) => findings[i].source_tool, (i) => findings[i].source_tool],
    ["Risk", (i) => findings[i].risk_score.toFixed(1), (i) => findings[i].risk_score, true],
  ], () => {
    const [level, source, state, text] = [$("finding-severity").value, $("finding-source").value, $("finding-state").value, $("finding-text").value.toLowerCase()];
    return findings.map((_, i) => i).filter((i) => {
      const f = findings[i];
      return (!level || f.severity === level) && (!source || f.source_tool === source) && (!state || f.is_suppressed === (state === "suppressed"))
        && has(text, f.title, f.description, resource(i), f.resource_id, f.compliance_frameworks.join(" "));
    }).sort((a, b) => rank(findings[a].severity) - rank(findings[b].severity) || findings[b].risk_score - findings[a].risk_score || a - b);
  }, showFinding, (i) => findings[i].is_suppressed);
  const assetTable = table($("asset-table"), $("asset-count"), [
    ["Name", (i) => assets[i].name, (i) => assets[i].name.toLowerCase()],
    ["Type", (i) => assets[i].asset_type, (i) => assets[i].asset_type],
    ["Provider", (i) => assets[i].provider, (i) => assets[i].provider],
    ["Region", (i) => assets[i].region, (i) => assets[i].region],
    ["Findings", (i) => number(counts[i][0]) + (counts[i][1] ? " (+" + number(counts[i][1]) + " suppressed)" : ""), (i) => counts[i][0], true],
  ], () => {
    const [provider, text, only] = [$("asset-provider").value, $("asset-text").value.toLowerCase(), $("asset-exposed").checked];
    return assets.map((_, i) => i).filter((i) => {
      const a = assets[i];
      return (!provider || a.provider === provider) && (!only || a.is_internet_exposed) && has(text, a.name, a.id, a.arn, a.asset_type, a.account_id);
    });
  }, showAsset, () => false);
  for (const id of ["finding-severity", "finding-source", "finding-state"]) $(id).addEventListener("change", findingTable.again);
  $("finding-text").addEventListener("input", later(findingTable.again));
  for (const id of ["asset-provider", "asset-exposed"]) $(id).addEventListener("change", assetTable.again);
  $("asset-text").addEventListener("input", later(assetTable.again));
  addEventListener("beforeprint", () => { if (findings.length <= 5000) findingTable.all(); if (assets.length <= 5000) assetTable.all(); });

  // Charts and frameworks.
  const bars = (place, entries) => {
    const most = Math.max(1, ...entries.map(([, parts]) => parts.reduce((sum, [, n]) => sum + n, 0)));
    place.append(...entries.map(([label, parts]) => {
      const sum = parts.reduce((total, [, n]) => total + n, 0);
      const bar = stack(parts, sum); bar.style.width = Math.max(1, (100 * sum) / most) + "%";
      return make("div", { class: "row" }, make("span", {}, label), bar, make("span", {}, number(sum)));
    }));
    if (!entries.length) place.append(make("p", { class: "quiet" }, "None."));
  };
  bars($("chart-severity"), severities.map(([label, n, style]) => [label, [[label, n, style]]]));
  bars($("chart-source"), Object.entries(overview.sources).map(([label, n]) => [label, [[label, n, "LOW"]]]));
  bars($("chart-type"), Object.entries(overview.types).slice(0, 12).map(([label, n]) => [label, [[label, n, "LOW"]]]));
  bars($("chart-compliance"), overview.compliance.filter((row) => row.pass + row.fail).map((row) => [row.framework, [["pass", row.pass, "good"], ["fail", row.fail, "HIGH"]]]));
  $("frameworks").append(...overview.compliance.map((row) => make("div", { class: "card" }, make("h3", {}, row.framework),
    row.pass + row.fail ? make("p", {}, share(row.pass, row.pass + row.fail) + " % of " + plural(row.pass + row.fail, "result passes", "results pass") + ".") : make("p", { class: "quiet" }, "No result of a control."),
    stack([["pass", row.pass, "good"], ["fail", row.fail, "HIGH"]], row.pass + row.fail),
    make("p", {}, plural(row.open_findings, "open finding", "open findings") + "."),
    row.failing.length ? make("details", {}, make("summary", {}, "Not passed"), make("ul", {}, row.failing.slice(0, 200).map((c) => make("li", {}, c.control + " " + (c.title || "") + " (" + c.status + ")")))) : null)));
  if (!overview.compliance.length) $("frameworks").append(make("p", { class: "quiet" }, "No framework is named by a result or a finding."));

  // Tree; the inside of a place is made when it is opened.
  const fold = (label, fill) => {
    const inside = make("details", {}, make("summary", {}, label));
    inside.addEventListener("toggle", () => { if (inside.open && inside.childElementCount === 1) inside.append(...fill()); });
    return inside;
  };
  const leaves = (list) => list.length ? [make("ul", {}, list.slice(0, 1000).map((i) => make("li", {}, make("button", { type: "button", class: "link", onclick: () => showAsset(i) }, assets[i].name),
    make("span", { class: "quiet" }, " " + assets[i].asset_type + (counts[i][0] ? " · " + plural(counts[i][0], "finding", "findings") : "")))),
    list.length > 1000 ? make("li", { class: "quiet" }, number(list.length - 1000) + " more, see Assets") : null)] : [];
  $("tree").append(...Object.entries(hierarchy).map(([account, regions]) => fold(account, () => Object.entries(regions).map(([region, inner]) => fold(region, () => [
    ...Object.entries(inner.networks).map(([network, within]) => fold(assets[network].name, () => [
      ...Object.entries(within.subnets).map(([subnet, list]) => fold(assets[subnet].name, () => leaves([Number(subnet), ...list]))), ...leaves([Number(network), ...within.assets])])),
    ...leaves(inner.assets)])))));

  // Map: positions are computed, not simulated, so that thousands of nodes cost nothing.
  const canvas = $("canvas"), pen = canvas.getContext("2d");
  const nodeIndex = new Map(graph.nodes.map((node, i) => [node.id, i]));
  const links = graph.links.map((link) => [nodeIndex.get(link.source), nodeIndex.get(link.target), link.type]).filter(([a, b]) => a !== undefined && b !== undefined);
  const beside = graph.nodes.map(() => []);
  links.forEach(([a, b], i) => { beside[a].push(i); if (a !== b) beside[b].push(i); });
  const assetIndex = new Map(assets.map((asset, i) => [asset.id, i]));
  const isExtra = (node) => node.type === "FINDING" || node.type === "COMPLIANCE";
  const openOf = graph.nodes.map((node) => { const i = assetIndex.get(node.id); return i === undefined || isExtra(node) || node.is_external ? 0 : counts[i][0]; });
  const worst = graph.nodes.map((node, n) => {
    if (node.severity) return node.severity;
    if (!openOf[n]) return null;
    const levels = ofAsset[assetIndex.get(node.id)].filter((f) => !findings[f].is_suppressed).map((f) => rank(findings[f].severity));
    return levels.length ? SEVERITIES[Math.min(...levels)] : null;
  });
  const view = { x: 0, y: 0, scale: 1 }, expanded = new Set();
  let clusters = [], place = [], found = new Set(), selected = null, hover = null, byCluster = new Map();
  const groupOf = (node) => {
    if (isExtra(node)) return node.type === "FINDING" ? "findings" : "frameworks";
    if (node.is_external) return "outside";
    const key = $("map-group").value;
    return key ? node[key] || "none" : "";
  };
  const RADIUS = 7, GOLDEN = Math.PI * (3 - Math.sqrt(5));
  const layout = () => {
    const scope = $("map-scope").value;
    const around = new Set();
    if (scope === "affected") graph.nodes.forEach((node, n) => { if (openOf[n]) { around.add(n); for (const l of beside[n]) { around.add(links[l][0]); around.add(links[l][1]); } } });
    const visible = graph.nodes.map((node, n) => n).filter((n) => (scope === "all" || !isExtra(graph.nodes[n])) && (scope !== "affected" || around.has(n)));
    byCluster = new Map();
    for (const n of visible) { const key = groupOf(graph.nodes[n]); if (!byCluster.has(key)) byCluster.set(key, []); byCluster.get(key).push(n); }
    if (byCluster.size === 1) byCluster.forEach((_, key) => expanded.add(key));
    place = graph.nodes.map(() => null);
    clusters = [...byCluster].sort((a, b) => b[1].length - a[1].length).map(([key, members]) => {
      const isOpen = expanded.has(key);
      return { key, members, isOpen, radius: isOpen ? 2.1 * RADIUS * Math.sqrt(members.length) + 16 : 14 + 3 * Math.sqrt(members.length), bad: members.reduce((sum, n) => sum + openOf[n], 0) };
    });
    pack(clusters);
    clusters.forEach((cluster, c) => {
      const order = cluster.members.slice().sort((a, b) => beside[b].length - beside[a].length || a - b);
      order.forEach((n, i) => {
        const [r, angle] = cluster.isOpen ? [2.1 * RADIUS * Math.sqrt(i + (order.length > 1 ? 0.4 : 0)), i * GOLDEN] : [0, 0];
        place[n] = { x: cluster.x + r * Math.cos(angle), y: cluster.y + r * Math.sin(angle), c, isOpen: cluster.isOpen };
      });
    });
    $("map-note").textContent = plural(visible.length, "node", "nodes") + " in " + plural(clusters.length, "group", "groups");
    fit();
  };
  // Each circle at the first free spot of a spiral around the middle.
  const pack = (circles) => {
    const done = [];
    for (const circle of circles) {
      const grain = 6 + circle.radius / 2;
      for (let step = 0; ; step += 1) {
        const r = grain * Math.sqrt(step), angle = step * GOLDEN;
        circle.x = 1.5 * r * Math.cos(angle); circle.y = r * Math.sin(angle);
        if (done.every((other) => Math.hypot(other.x - circle.x, other.y - circle.y) > other.radius + circle.radius + 34)) break;
      }
      done.push(circle);
    }
  };
  const size = () => { const box = canvas.getBoundingClientRect(); return [box.width, box.height]; };
  const fit = () => {
    const [width, height] = size();
    const sides = clusters.length ? [Math.min(...clusters.map((c) => c.x - c.radius)), Math.max(...clusters.map((c) => c.x + c.radius)), Math.min(...clusters.map((c) => c.y - c.radius)), Math.max(...clusters.map((c) => c.y + c.radius + 16))] : [0, 1, 0, 1];
    view.scale = Math.min(2.2, 0.94 * Math.min(width / (sides[1] - sides[0] || 1), height / (sides[3] - sides[2] || 1)) || 1);
    view.x = width / 2 - (view.scale * (sides[0] + sides[1])) / 2; view.y = height / 2 - (view.scale * (sides[2] + sides[3])) / 2;
    ask();
  };
  let asked = false;
  const ask = () => { if (!asked) { asked = true; requestAnimationFrame(() => { asked = false; draw(); }); } };
  const draw = () => {
    const [width, height] = size(), dots = devicePixelRatio || 1;
    canvas.width = width * dots; canvas.height = height * dots;
    const palette = Object.fromEntries(["card", "text", "quiet", "line", "accent", "ground", "critical", "high", "medium", "low", "info", "good"].map((name) => [name, css("--" + name)]));
    pen.setTransform(dots * view.scale, 0, 0, dots * view.scale, dots * view.x, dots * view.y);
    const near = selected === null ? null : new Set(beside[selected].flatMap((l) => [links[l][0], links[l][1]]));
    for (const cluster of clusters) {
      pen.beginPath(); pen.arc(cluster.x, cluster.y, cluster.radius, 0, 7);
      pen.fillStyle = cluster.isOpen ? palette.ground : palette.low; pen.globalAlpha = cluster.isOpen ? 1 : 0.25; pen.fill(); pen.globalAlpha = 1;
      pen.strokeStyle = cluster.bad ? palette.high : palette.line; pen.lineWidth = (cluster.bad ? 1.5 : 1) / view.scale; pen.stroke();
    }
    // Links between closed groups are drawn once, as thick as they are many.
    const between = new Map(), single = [];
    for (const link of links) {
      const [a, b] = [place[link[0]], place[link[1]]];
      if (!a || !b || (a.c === b.c && !a.isOpen)) continue;
      if (a.isOpen && b.isOpen) { single.push(link); continue; }
      const key = (a.isOpen ? "n" + link[0] : "c" + a.c) + ">" + (b.isOpen ? "n" + link[1] : "c" + b.c);
      const known = between.get(key); if (known) known[2] += 1; else between.set(key, [a, b, 1]);
    }
    pen.strokeStyle = palette.quiet; pen.globalAlpha = single.length > 1500 ? 0.16 : 0.4; pen.lineWidth = 0.8 / Math.sqrt(view.scale);
    pen.beginPath();
    for (const [a, b] of single) { pen.moveTo(place[a].x, place[a].y); pen.lineTo(place[b].x, place[b].y); }
    pen.stroke();
    pen.globalAlpha = 0.35;
    for (const [a, b, n] of between.values()) { pen.lineWidth = Math.min(6, 0.7 + Math.log2(n)) / Math.sqrt(view.scale); pen.beginPath(); pen.moveTo(a.x, a.y); pen.lineTo(b.x, b.y); pen.stroke(); }
    if (selected !== null) {
      pen.strokeStyle = palette.accent; pen.globalAlpha = 0.9; pen.lineWidth = 1.6 / Math.sqrt(view.scale); pen.beginPath();
      for (const l of beside[selected]) { const [a, b] = [place[links[l][0]], place[links[l][1]]]; if (a && b) { pen.moveTo(a.x, a.y); pen.lineTo(b.x, b.y); } }
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const isNamed = view.scale > 1.1, names = [];
    pen.textAlign = "center";
    place.forEach((spot, n) => {
      if (!spot || !spot.isOpen) return;
      const node = graph.nodes[n];
      pen.globalAlpha = (near && !near.has(n) && n !== selected) || (found.size && !found.has(n)) ? 0.25 : 1;
      pen.beginPath();
      if (isExtra(node)) pen.rect(spot.x - 5, spot.y - 5, 10, 10); else pen.arc(spot.x, spot.y, n === selected ? RADIUS : RADIUS - 1.5, 0, 7);
      pen.fillStyle = worst[n] ? palette[worst[n].toLowerCase()] : node.is_external ? palette.quiet : node.type === "COMPLIANCE" ? palette.good : palette.low; pen.fill();
      if (node.is_internet_exposed || found.has(n) || n === selected) { pen.strokeStyle = node.is_internet_exposed ? palette.critical : palette.accent; pen.lineWidth = 2; pen.stroke(); }
      const isAsked = n === selected || n === hover || (found.has(n) && found.size < 30);
      if (isNamed || isAsked) names.push([isAsked ? 0 : 2, short(node.name, 24), spot.x, spot.y, RADIUS * view.scale + 10, "11px"]);
    });
    pen.globalAlpha = 1;
    for (const cluster of clusters) names.push([1, short(cluster.key || "everything", 24) + " (" + number(cluster.members.length) + ")", cluster.x, cluster.y, cluster.isOpen ? cluster.radius * view.scale + 13 : 4, "600 12px"]);
    drawNames(names, palette, dots, width, height);
  };
  // Names in the size of the screen; one that would cover another is left out.
  const drawNames = (names, palette, dots, width, height) => {
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    const taken = [];
    names.sort((a, b) => a[0] - b[0]);
    for (const [, text, worldX, worldY, below, font] of names) {
      const [x, y] = [worldX * view.scale + view.x, worldY * view.scale + view.y + below];
      if (x < 0 || y < 0 || x > width || y > height + 12 || taken.length > 400) continue;
      pen.font = font + " system-ui, sans-serif";
      const half = pen.measureText(text).width / 2 + 3;
      if (taken.some((other) => Math.abs(other[0] - x) < other[2] + half && Math.abs(other[1] - y) < 14)) continue;
      taken.push([x, y, half]);
      pen.lineWidth = 3; pen.strokeStyle = palette.card; pen.globalAlpha = 0.8; pen.strokeText(text, x, y);
      pen.globalAlpha = 1; pen.fillStyle = palette.text; pen.fillText(text, x, y);
    }
  };
  const short = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const point = (event) => { const box = canvas.getBoundingClientRect(); return [(event.clientX - box.left - view.x) / view.scale, (event.clientY - box.top - view.y) / view.scale]; };
  const nodeAt = ([x, y]) => { let best = null, least = (RADIUS + 2 / view.scale) ** 2; place.forEach((spot, n) => { if (spot && spot.isOpen) { const far = (spot.x - x) ** 2 + (spot.y - y) ** 2; if (far < least) { least = far; best = n; } } }); return best; };
  const clusterAt = ([x, y]) => clusters.find((c) => Math.hypot(c.x - x, c.y - y) < c.radius);
  const choose = (n) => {
    selected = n;
    const detail = $("map-detail");
    if (n === null) { detail.replaceChildren(make("p", { class: "quiet" }, "Nothing chosen.")); ask(); return; }
    const node = graph.nodes[n], asset = assetIndex.get(node.id), finding = node.type === "FINDING" ? findings.findIndex((f) => "finding_" + f.id === node.id) : -1;
    const open = finding >= 0 ? () => showFinding(finding) : asset !== undefined && !isExtra(node) ? () => showAsset(asset) : null;
    detail.replaceChildren(make("h3", {}, node.name), make("p", { class: "quiet" }, [node.type, node.region, node.account_id].filter(Boolean).join(" · ")),
      open ? make("button", { type: "button", onclick: open }, "Details") : "", make("h3", {}, plural(beside[n].length, "relation", "relations")),
      make("ul", {}, beside[n].slice(0, 100).map((l) => { const [a, b, type] = links[l], other = a === n ? b : a;
        return make("li", {}, (a === n ? "→ " : "← ") + type + " ", make("button", { type: "button", class: "link", onclick: () => reveal(other) }, graph.nodes[other].name)); })));
    ask();
  };
  const reveal = (n) => { const key = groupOf(graph.nodes[n]); if (!place[n]) $("map-scope").value = "all"; if (!expanded.has(key) || !place[n]) { expanded.add(key); layout(); } choose(n); };
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (drag) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 3 || drag.moved) { view.x += event.clientX - drag.x; view.y += event.clientY - drag.y; Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true }); ask(); }
      return;
    }
    const at = nodeAt(point(event));
    if (at !== hover) { hover = at; canvas.style.cursor = at === null ? "grab" : "pointer"; canvas.title = at === null ? "" : graph.nodes[at].name; ask(); }
  });
  canvas.addEventListener("pointerup", (event) => {
    const wasMoved = drag && drag.moved; drag = null;
    if (wasMoved) return;
    const at = point(event), n = nodeAt(at);
    if (n !== null) { choose(n); return; }
    const cluster = clusterAt(at);
    if (!cluster) { choose(null); return; }
    if (cluster.isOpen) { if (selected !== null) choose(null); else { expanded.delete(cluster.key); layout(); } } else { expanded.add(cluster.key); layout(); }
  });
  const zoom = (factor, x, y) => { const scale = Math.min(8, Math.max(0.02, view.scale * factor)); view.x = x - ((x - view.x) * scale) / view.scale; view.y = y - ((y - view.y) * scale) / view.scale; view.scale = scale; ask(); };
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); const box = canvas.getBoundingClientRect(); zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top); }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const [width, height] = size(), step = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
    if (step) { view.x += step[0]; view.y += step[1]; event.preventDefault(); ask(); }
    if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1.25 : 0.8, width / 2, height / 2);
  });
  const regroup = () => { expanded.clear(); selected = null; start(); };
  const start = () => {
    layout();
    // What is readable at once is opened at once.
    if (clusters.reduce((sum, c) => sum + c.members.length, 0) <= 300) { byCluster.forEach((_, key) => expanded.add(key)); layout(); }
  };
  for (const id of ["map-group", "map-scope"]) $(id).addEventListener("change", regroup);
  $("map-open").addEventListener("click", () => { byCluster.forEach((_, key) => expanded.add(key)); layout(); });
  $("map-close").addEventListener("click", () => { expanded.clear(); choose(null); layout(); });
  $("map-fit").addEventListener("click", fit);
  $("map-find").addEventListener("input", later(() => {
    const text = $("map-find").value.toLowerCase();
    found = new Set(text ? graph.nodes.map((_, n) => n).filter((n) => byCluster.has(groupOf(graph.nodes[n])) && has(text, graph.nodes[n].name, graph.nodes[n].id)) : []);
    let isNew = false;
    if (found.size <= 500) found.forEach((n) => { const key = groupOf(graph.nodes[n]); isNew = isNew || !expanded.has(key); expanded.add(key); });
    if (isNew) layout(); else ask();
    $("map-note").textContent = text ? plural(found.size, "match", "matches") : "";
  }));
  addEventListener("resize", later(fit));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ask);
  start();

  // Buttons.
  const THEMES = ["auto", "light", "dark"];
  $("theme").addEventListener("click", () => {
    const root = document.documentElement, next = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
    root.dataset.theme = next; $("theme").textContent = "Theme: " + next; ask();
  });
  $("print").addEventListener("click", () => print());
  const save = (name, type, text) => {
    const url = URL.createObjectURL(new Blob([text], { type })), link = make("a", { href: url, download: name });
    link.click(); setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  // A cell that a spreadsheet would compute is made a text.
  const cell = (value) => { const text = value === null || value === undefined ? "" : String(value); return '"' + (/^[=+\-@\t\r]/.test(text) ? "'" + text : text).replace(/"/g, '""') + '"'; };
  $("csv").addEventListener("click", () => {
    const head = ["id", "severity", "risk_score", "title", "resource", "resource_id", "resource_arn", "source_tool", "source_finding_id", "is_suppressed", "frameworks", "description", "remediation"];
    const rows = findings.map((f, i) => [f.id, f.severity, f.risk_score, f.title, resource(i), f.resource_id, f.resource_arn, f.source_tool, f.source_finding_id, f.is_suppressed, f.compliance_frameworks.join("; "), f.description, f.remediation]);
    save("findings.csv", "text/csv;charset=utf-8", "\ufeff" + [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n");
  });
  $("json").addEventListener("click", () => save("report.json", "application/json", JSON.stringify({ overview, findings, assets, graph }, null, 2)));
})();
