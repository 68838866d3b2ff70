(() => {
  const island = (name) => JSON.parse(document.getElementById("data-" + name).textContent);
  const overview = island("overview"), findingAsset = island("finding-assets"), counts = island("asset-findings");
  const findings = island("findings").map((f) => ({ compliance_frameworks: [], is_suppressed: false, description: "", ...f }));
  const table0 = island("assets"), graph = island("graph"), hierarchy = island("hierarchy");
  const assets = table0.rows.map(([id, arn, name, type, provider, region, account, exposed, tags]) => ({
    id, arn, name: name === null ? id : name, asset_type: table0.types[type], provider: table0.providers[provider], region: table0.regions[region],
    account_id: table0.accounts[account][0], account: table0.accounts[account][1] || table0.accounts[account][0], is_internet_exposed: exposed === 1, tags: tags || {},
  }));
  const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"], ROWS = 25, PRINTED = { findings: 100, assets: 60 };
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
  const link = (text, onclick) => make("button", { type: "button", class: "link", onclick }, text);
  const quiet = (text) => make("span", { class: "quiet" }, text);
  const number = (n) => n.toLocaleString("en");
  const plural = (n, one, many) => number(n) + " " + (n === 1 ? one : many);
  const share = (part, whole) => (whole ? Math.floor((1000 * part) / whole) / 10 : 0);
  const badge = (severity) => make("span", { class: "badge " + severity }, severity);
  const rank = (severity) => SEVERITIES.indexOf(severity);
  const later = (run) => { let timer; return () => { clearTimeout(timer); timer = setTimeout(run, 120); }; };
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const day = (time) => { const [y, m, d] = time.slice(0, 10).split("-").map(Number); return [d, MONTHS[m - 1], y].join(" "); };

  const ofAsset = assets.map(() => []);
  findingAsset.forEach((asset, finding) => { if (asset !== null) ofAsset[asset].push(finding); });
  const open = ofAsset.map((list) => list.filter((f) => !findings[f].is_suppressed));
  const worst = open.map((list) => (list.length ? SEVERITIES[Math.min(...list.map((f) => rank(findings[f].severity)))] : null));
  // What orders assets: the riskiest open finding, half as much again where the internet reaches.
  const risk = assets.map((asset, i) => open[i].reduce((most, f) => Math.max(most, findings[f].risk_score), 0) * (asset.is_internet_exposed ? 1.5 : 1));
  const byRisk = (a, b) => risk[b] - risk[a] || open[b].length - open[a].length || assets[b].is_internet_exposed - assets[a].is_internet_exposed || a - b;
  const resource = (finding) => {
    const asset = findingAsset[finding];
    return asset === null ? findings[finding].resource_arn || findings[finding].resource_id : assets[asset].name;
  };

  // What is empty is not shown; one line says so.
  const controls = overview.compliance.filter((row) => row.pass + row.fail), tags = overview.compliance.filter((row) => !(row.pass + row.fail));
  const paths = overview.attack_paths && overview.attack_paths.rows.length ? overview.attack_paths : null;
  const there = { assets: assets.length, findings: findings.length, both: assets.length && findings.length, any: assets.length || findings.length, open: overview.first_steps.length,
    paths, results: controls.length, compliance: overview.compliance.length };
  document.querySelectorAll("[data-needs]").forEach((part) => { part.hidden = !there[part.dataset.needs]; });
  const missing = [[assets.length, "an inventory"], [findings.length, "findings"], [controls.length, "results of compliance controls"]].filter(([n]) => !n).map(([, what]) => what);
  $("missing").textContent = missing.length ? "Not in this dataset: " + missing.join(", ") + "." : "";
  $("missing").hidden = !missing.length;

  // Header and overview.
  const age = () => {
    const data = overview.data;
    if (!data) return null;
    if (data.basis === "loaded") return "Data loaded on " + day(data.to) + ", of unknown age";
    if (data.basis === "found") return "Findings up to " + day(data.to);
    return "Data of " + (day(data.from) === day(data.to) ? "" : day(data.from) + " to ") + day(data.to);
  };
  $("accounts").textContent = overview.account === "N/A" ? "" : overview.account;
  $("facts").textContent = [age(), overview.providers.join(", ").toUpperCase(), overview.accounts ? plural(overview.accounts, "account", "accounts") : null,
    overview.regions ? plural(overview.regions, "region", "regions") : null].filter(Boolean).join(" · ");
  $("written").textContent = "Report written " + day(overview.started_at) + ", " + overview.started_at.slice(11, 16) + " UTC · scan " + overview.scan_id;
  $("footer").textContent = "cloudg " + overview.version + " · data set " + overview.dataset;
  $("sentences").append(...overview.sentences.map((text) => make("p", {}, text)));
  const severity = (name) => overview.severities[name] || 0;
  const tiles = [
    [overview.assets, "assets", false, assets.length], [overview.exposed, "exposed assets", true, assets.length], [overview.edges, "relations", false, assets.length],
    [overview.open, "open findings", false, findings.length], [severity("CRITICAL"), "critical", true, findings.length], [severity("HIGH"), "high", true, findings.length],
    [overview.suppressed, "suppressed", false, findings.length], [Object.keys(overview.sources).length, "sources", false, findings.length],
  ];
  $("tiles").append(...tiles.filter(([, , , isThere]) => isThere).map(([n, label, bad]) =>
    make("div", { class: bad && n ? "tile bad" : "tile" }, make("b", {}, number(n)), make("span", {}, label))));
  const stack = (parts, total) => make("div", { class: "stack", role: "img", "aria-label": parts.map(([label, n]) => label + " " + n).join(", ") },
    parts.filter(([, n]) => n && total).map(([label, n, style]) => { const bar = make("i", { class: style, title: label + ": " + n }); bar.style.flex = n + " 0 0"; return bar; }));
  const legend = (parts) => make("div", { class: "legend" }, parts.map(([label, n, style]) =>
    make("span", {}, make("i", { class: "dot " + style }), label + " " + number(n))));
  const severities = SEVERITIES.map((name) => [name, severity(name), name]);
  $("severity-bar").append(stack(severities, overview.open), legend(severities));
  const clean = [["without", overview.clean, "good"], ["with", overview.assets - overview.clean, "HIGH"]];
  $("clean").append(stack(clean, overview.assets), make("p", {}, number(overview.clean) + " of " + plural(overview.assets, "asset", "assets") + " (" + share(overview.clean, overview.assets) + " %)."));
  $("steps").append(...overview.first_steps.map((step) => {
    const f = findings[step.finding], where = step.asset === undefined ? resource(step.finding) : link(assets[step.asset].name, () => showAsset(step.asset));
    return make("li", { class: "card" }, make("div", {}, badge(f.severity), " ", link(f.title, () => showFinding(step.finding))),
      make("div", {}, "On ", where, step.asset === undefined ? null : quiet(" " + [assets[step.asset].asset_type, assets[step.asset].account].filter(Boolean).join(" in "))),
      make("div", {}, make("b", {}, "Why: "), step.why + "."), f.remediation ? make("div", { class: "do" }, make("b", {}, "Do: "), f.remediation) : null);
  }));
  $("risks").append(...overview.top_risks.map((i) => make("li", {}, badge(findings[i].severity), " ", link(findings[i].title, () => showFinding(i)),
    make("div", { class: "quiet" }, resource(i) + " · risk " + findings[i].risk_score))));
  if (!overview.top_risks.length) $("risks").replaceWith(make("p", { class: "quiet" }, "No open finding."));
  const exposed = assets.map((_, i) => i).filter((i) => assets[i].is_internet_exposed).sort(byRisk);
  $("exposed").append(...exposed.slice(0, 10).map((i) => make("li", {}, link(assets[i].name, () => showAsset(i)),
    quiet(" " + assets[i].asset_type + (findings.length ? " · " + plural(counts[i][0], "open finding", "open findings") : "")))));
  if (exposed.length > 10) $("exposed").append(make("li", { class: "quiet" }, number(exposed.length - 10) + " more, see Assets"));
  if (!exposed.length) $("exposed").replaceWith(make("p", { class: "quiet" }, "No asset is marked as exposed."));
  const nodeName = (n) => (n < assets.length ? assets[n].name : graph.outside[n - assets.length]);
  const nodeKind = (n) => (n < assets.length ? assets[n].asset_type : "outside the inventory");
  if (paths) {
    $("paths-note").textContent = (paths.total > paths.rows.length ? "The " + paths.rows.length + " worst of " + number(paths.total) : number(paths.total)) +
      " shortest ways from the internet to sensitive assets; a higher score is worse.";
    const rows = paths.rows.map((row) => {
      // A rule lets the internet in: the way begins at the first thing that somebody owns.
      const target = row.nodes[row.nodes.length - 1], entry = row.nodes.find((n) => n < assets.length) ?? row.nodes[0];
      return make("tr", { tabindex: "0", onclick: () => showPath(row) }, make("td", {}, nodeName(entry), quiet(" " + nodeKind(entry))),
        make("td", {}, row.nodes.length === 1 ? "is exposed itself" : make("span", {}, "→ " + nodeName(target), quiet(" " + nodeKind(target)))),
        make("td", { class: "num" }, String(row.nodes.length - 1)), make("td", { class: "num" }, number(row.findings)), make("td", { class: "num" }, row.score.toFixed(1)));
    });
    $("paths").append(make("table", {}, make("thead", {}, make("tr", {}, [["Entry"], ["Target"], ["Hops", 1], ["Findings", 1], ["Score", 1]].map(([title, isNumber]) => make("th", { scope: "col", class: isNumber ? "num" : undefined }, title)))), make("tbody", {}, rows)));
  }

  // Details.
  const dialog = $("detail");
  const show = (...children) => {
    dialog.replaceChildren(make("button", { type: "button", style: "float:right", onclick: () => dialog.close() }, "Close"), ...children.flat().filter(Boolean));
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };
  const part = (title, text) => (text ? [make("h3", {}, title), make("pre", {}, text)] : []);
  const facts = (rows) => make("dl", {}, rows.filter(([, value]) => value).flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]));
  const inAccount = (a) => (a.account === a.account_id ? a.account : a.account + " (" + a.account_id + ")");
  const showFinding = (i) => {
    const f = findings[i], asset = findingAsset[i];
    show(make("h2", {}, f.title), make("p", {}, badge(f.severity), " risk " + f.risk_score + (f.is_suppressed ? " · suppressed" : "")),
      facts([["Source", f.source_tool], ["Check", f.source_finding_id], ["Seen", day(f.detected_at)], ["Frameworks", f.compliance_frameworks.join(", ")],
        ["Resource", asset === null ? resource(i) : link(assets[asset].name, () => showAsset(asset))]]),
      part("Description", f.description), part("Evidence", f.evidence), part("Remediation", f.remediation));
  };
  const showAsset = (i) => {
    const a = assets[i];
    show(make("h2", {}, a.name), facts([["Type", a.asset_type], ["Id", a.arn || a.id], ["Provider", a.provider], ["Account", inAccount(a)], ["Region", a.region],
      ["Exposed to the internet", a.is_internet_exposed ? "yes" : "no"], ["Tags", Object.entries(a.tags).map(([k, v]) => k + "=" + v).join(", ")]]),
      ofAsset[i].length ? make("h3", {}, "Findings") : null,
      make("ul", {}, ofAsset[i].map((f) => make("li", {}, badge(findings[f].severity), " ", link(findings[f].title, () => showFinding(f)), findings[f].is_suppressed ? " (suppressed)" : ""))));
  };
  const showPath = (row) => show(make("h2", {}, "Way to " + nodeName(row.nodes[row.nodes.length - 1])), make("p", {}, "Score " + row.score + ", " + plural(row.findings, "open finding", "open findings") + " on the way."),
    make("ol", {}, make("li", {}, "Internet"), row.nodes.map((n) => make("li", {}, n < assets.length ? link(nodeName(n), () => showAsset(n)) : nodeName(n), quiet(" " + nodeKind(n))))));

  // Tables: columns are [title, value to show, value to sort by, style].
  const table = (place, count, columns, rows, choose, muted, printed) => {
    let order = null, down = false, from = 0, chosen = rows(), isPrinting = false;
    const draw = () => {
      const sorted = order === null ? chosen : chosen.slice().sort((a, b) => {
        const [x, y] = [columns[order][2](a), columns[order][2](b)];
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1) || a - b;
      });
      const head = make("tr", {}, columns.map(([title, , , style], c) => make("th", { scope: "col", class: style,
        "aria-sort": order === c ? (down ? "descending" : "ascending") : undefined,
        onclick: () => { down = order === c ? !down : style === "num"; order = c; from = 0; draw(); } }, title + (order === c ? (down ? " ↓" : " ↑") : ""))));
      const [first, most] = isPrinting ? [0, printed] : [from, ROWS];
      const body = sorted.slice(first, first + most).map((i) => {
        const line = make("tr", { tabindex: "0", class: muted(i) ? "muted" : undefined, onclick: () => choose(i) },
          columns.map(([, value, , style]) => make("td", { class: style }, value(i))));
        line.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(i); });
        return line;
      });
      const page = (label, to) => make("button", { type: "button", disabled: to < 0 || to >= sorted.length, onclick: () => { from = to; draw(); } }, label);
      place.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, body)));
      if (isPrinting && sorted.length > printed) place.append(make("p", { class: "quiet" }, "The first " + number(printed) + " are printed, " + number(sorted.length - printed) + " more are not: see the page itself."));
      else if (sorted.length > ROWS && !isPrinting) place.append(make("div", { class: "more" }, page("Previous", from - ROWS), " " + number(from + 1) + " to " + number(Math.min(from + ROWS, sorted.length)) + " of " + number(sorted.length) + " ", page("Next", from + ROWS)));
      count.textContent = plural(chosen.length, "row", "rows");
    };
    draw();
    addEventListener("beforeprint", () => { isPrinting = true; draw(); });
    addEventListener("afterprint", () => { isPrinting = false; draw(); });
    return () => { chosen = rows(); from = 0; draw(); };
  };
  const options = (select, values) => select.append(...values.map((value) => make("option", { value }, value)));
  const has = (needle, ...texts) => !needle || texts.some((text) => text && text.toLowerCase().includes(needle));
  options($("finding-severity"), SEVERITIES);
  options($("finding-source"), [...new Set(findings.map((f) => f.source_tool))].sort());
  options($("asset-provider"), [...new Set(assets.map((a) => a.provider))].sort());
  options($("asset-account"), [...new Set(assets.map((a) => a.account).filter(Boolean))].sort());
  const findingsAgain = table($("finding-table"), $("finding-count"), [
    ["Severity", (i) => badge(findings[i].severity), (i) => rank(findings[i].severity)],
    ["Title", (i) => findings[i].title + (findings[i].is_suppressed ? " (suppressed)" : ""), (i) => findings[i].title],
    ["Resource", resource, resource],
    ["Source", (i) => findings[i].source_tool, (i) => findings[i].source_tool],
    ["Risk", (i) => findings[i].risk_score.toFixed(1), (i) => findings[i].risk_score, "num"],
  ], () => {
    const [level, source, state, text] = [$("finding-severity").value, $("finding-source").value, $("finding-state").value, $("finding-text").value.toLowerCase()];
    return findings.map((_, i) => i).filter((i) => {
      const f = findings[i];
      return (!level || f.severity === level) && (!source || f.source_tool === source) && (!state || f.is_suppressed === (state === "suppressed"))
        && has(text, f.title, f.description, resource(i), f.resource_id, f.compliance_frameworks.join(" "));
    }).sort((a, b) => rank(findings[a].severity) - rank(findings[b].severity) || findings[b].risk_score - findings[a].risk_score || a - b);
  }, showFinding, (i) => findings[i].is_suppressed, PRINTED.findings);
  const assetsAgain = table($("asset-table"), $("asset-count"), [
    ["Name", (i) => make("span", {}, assets[i].name, assets[i].is_internet_exposed ? make("span", { class: "badge exposed" }, "exposed") : null), (i) => assets[i].name.toLowerCase()],
    ["Type", (i) => assets[i].asset_type, (i) => assets[i].asset_type, "tight"],
    ["Account", (i) => assets[i].account, (i) => assets[i].account.toLowerCase()],
    ["Provider", (i) => assets[i].provider, (i) => assets[i].provider, "tight"],
    ["Region", (i) => assets[i].region, (i) => assets[i].region],
    ...(findings.length ? [["Worst", (i) => (worst[i] ? badge(worst[i]) : quiet("none")), (i) => (worst[i] ? rank(worst[i]) : SEVERITIES.length)],
    ["Findings", (i) => number(counts[i][0]) + (counts[i][1] ? " (+" + number(counts[i][1]) + " suppressed)" : ""), (i) => counts[i][0], "num"],
    ["Risk", (i) => (risk[i] ? risk[i].toFixed(1) : "–"), (i) => risk[i], "num"]] : []),
  ], () => {
    const [provider, account, text, only] = [$("asset-provider").value, $("asset-account").value, $("asset-text").value.toLowerCase(), $("asset-exposed").checked];
    return assets.map((_, i) => i).filter((i) => {
      const a = assets[i];
      return (!provider || a.provider === provider) && (!account || a.account === account) && (!only || a.is_internet_exposed) && has(text, a.name, a.id, a.arn, a.asset_type, a.account_id);
    }).sort(byRisk);
  }, showAsset, () => false, PRINTED.assets);
  for (const id of ["finding-severity", "finding-source", "finding-state"]) $(id).addEventListener("change", findingsAgain);
  $("finding-text").addEventListener("input", later(findingsAgain));
  for (const id of ["asset-provider", "asset-account", "asset-exposed"]) $(id).addEventListener("change", assetsAgain);
  $("asset-text").addEventListener("input", later(assetsAgain));

  // Charts and frameworks.
  const bars = (place, entries) => {
    const most = Math.max(1, ...entries.map(([, parts]) => parts.reduce((sum, [, n]) => sum + n, 0)));
    place.append(...entries.map(([label, parts]) => {
      const sum = parts.reduce((total, [, n]) => total + n, 0);
      const bar = stack(parts, sum); bar.style.width = (sum ? Math.max(1, (100 * sum) / most) : 0) + "%";
      return make("div", { class: "row" }, make("span", {}, label), bar, make("span", {}, number(sum)));
    }));
    if (!entries.length) place.append(make("p", { class: "quiet" }, "None."));
  };
  bars($("chart-severity"), severities.map(([label, n, style]) => [label, [[label, n, style]]]));
  bars($("chart-source"), Object.entries(overview.sources).slice(0, 12).map(([label, n]) => [label, [[label, n, "plain"]]]));
  bars($("chart-type"), Object.entries(overview.types).slice(0, 12).map(([label, n]) => [label, [[label, n, "plain"]]]));
  bars($("chart-compliance"), controls.map((row) => [row.framework, [["pass", row.pass, "good"], ["fail", row.fail, "HIGH"]]]));
  $("frameworks").append(...controls.map((row) => make("div", { class: "card" }, make("h3", {}, row.framework),
    make("p", {}, number(row.pass) + " of " + plural(row.pass + row.fail, "result passed", "results passed") + " (" + share(row.pass, row.pass + row.fail) + " %)."),
    stack([["pass", row.pass, "good"], ["fail", row.fail, "HIGH"]], row.pass + row.fail),
    row.open_findings ? make("p", {}, plural(row.open_findings, "open finding names", "open findings name") + " this framework.") : null,
    row.failing.length ? make("details", {}, make("summary", {}, "Not passed"), make("ul", {}, row.failing.slice(0, 200).map((c) => make("li", {}, c.control + " " + (c.title || "") + " (" + c.status + ")")))) : null)));
  if (tags.length) {
    $("tags").textContent = "Named by findings, without results of controls: " + tags.slice(0, 30).map((row) => row.framework + " (" + plural(row.open_findings, "open finding", "open findings") + ")").join(", ")
      + (tags.length > 30 ? " and " + number(tags.length - 30) + " more." : ".");
  }

  // Tree; the inside of a place is made when it is opened.
  const fold = (label, fill) => {
    const inside = make("details", {}, make("summary", {}, label));
    inside.addEventListener("toggle", () => { if (inside.open && inside.childElementCount === 1) inside.append(...fill()); });
    return inside;
  };
  const leaves = (list) => list.length ? [make("ul", {}, list.slice(0, 1000).map((i) => make("li", {}, link(assets[i].name, () => showAsset(i)),
    quiet(" " + assets[i].asset_type + (counts[i][0] ? " · " + plural(counts[i][0], "finding", "findings") : "")))),
    list.length > 1000 ? make("li", { class: "quiet" }, number(list.length - 1000) + " more, see Assets") : null)] : [];
  const accountNames = new Map(table0.accounts.filter(([, name]) => name).map(([id, name]) => [id, name + " (" + id + ")"]));
  $("tree").append(...Object.entries(hierarchy).map(([account, regions]) => fold(accountNames.get(account) || account, () => Object.entries(regions).map(([region, inner]) => fold(region, () => [
    ...Object.entries(inner.networks).map(([network, within]) => fold(assets[network].name, () => [
      ...Object.entries(within.subnets).map(([subnet, list]) => fold(assets[subnet].name, () => leaves([Number(subnet), ...list]))), ...leaves([Number(network), ...within.assets])])),
    ...leaves(inner.assets)])))));

  // Map.
  const map = assets.length ? estateMap({ $, make, link, number, plural, later, has, assets, findings, findingAsset, graph, worst, risk, byRisk, open, paths, showAsset, showFinding }) : null;

  // Buttons.
  const THEMES = ["auto", "light", "dark"];
  $("theme").addEventListener("click", () => {
    const root = document.documentElement, next = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
    root.dataset.theme = next; $("theme").textContent = "Theme: " + next; if (map) map.ask();
  });
  $("print").addEventListener("click", () => print());
  const save = (name, type, text) => {
    const url = URL.createObjectURL(new Blob([text], { type })), anchor = make("a", { href: url, download: name });
    anchor.click(); setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  // A cell that a spreadsheet would compute is made a text.
  const cell = (value) => { const text = value === null || value === undefined ? "" : String(value); return '"' + (/^[=+\-@\t\r]/.test(text) ? "'" + text : text).replace(/"/g, '""') + '"'; };
  $("csv").addEventListener("click", () => {
    const head = ["id", "severity", "risk_score", "title", "resource", "resource_id", "resource_arn", "source_tool", "source_finding_id", "is_suppressed", "frameworks", "description", "remediation"];
    const rows = findings.map((f, i) => [f.id, f.severity, f.risk_score, f.title, resource(i), f.resource_id, f.resource_arn, f.source_tool, f.source_finding_id, f.is_suppressed, f.compliance_frameworks.join("; "), f.description, f.remediation]);
    save("findings.csv", "text/csv;charset=utf-8", "\ufeff" + [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n");
  });
  $("json").addEventListener("click", () => {
    const nodes = [...assets.map((a) => ({ id: a.id, name: a.name, type: a.asset_type })), ...graph.outside.map((id) => ({ id, name: id, type: "EXTERNAL" })),
      ...findings.map((f) => ({ id: "finding_" + f.id, name: [...f.title].slice(0, 60).join(""), type: "FINDING", severity: f.severity })), ...graph.frameworks.map((name) => ({ id: "compliance_" + name, name, type: "COMPLIANCE" }))];
    const links = Object.entries(graph.links).flatMap(([type, ends]) => Array.from({ length: ends.length / 2 }, (_, i) => ({ source: nodes[ends[2 * i]].id, target: nodes[ends[2 * i + 1]].id, type })));
    save("report.json", "application/json", JSON.stringify({ overview, findings, assets, graph: { nodes, links } }, null, 2));
  });
})();
