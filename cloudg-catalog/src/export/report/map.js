"use strict";
// The map: groups of assets, in each the ones that matter most. Positions are computed, not
// simulated, and the rest of a group is a number until it is asked for, so that an estate of any
// size is a picture of a few hundred dots.
const estateMap = ({ $, make, link, number, plural, later, has, assets, findings, findingAsset, graph, worst, risk, byRisk, open, paths, showAsset, showFinding }) => {
  const DRAWN = 300, EXPANDED = 1500, GROUPS = 36, BETWEEN = 80, PRINTED = 800;
  const RADIUS = 7, GOLDEN = Math.PI * (3 - Math.sqrt(5));
  const canvas = $("canvas"), pen = canvas.getContext("2d"), detail = $("map-detail");
  const firstOutside = assets.length, firstFinding = firstOutside + graph.outside.length, firstFramework = firstFinding + findings.length, total = firstFramework + graph.frameworks.length;
  const links = [], beside = Array.from({ length: total }, () => []);
  for (const [type, ends] of Object.entries(graph.links)) {
    for (let i = 0; i < ends.length; i += 2) {
      const [a, b] = [ends[i], ends[i + 1]];
      beside[a].push(links.length); if (a !== b) beside[b].push(links.length);
      links.push([a, b, type]);
    }
  }
  const isAsset = (n) => n < firstOutside, isOutside = (n) => n >= firstOutside && n < firstFinding, isFinding = (n) => n >= firstFinding && n < firstFramework;
  const nameOf = (n) => isAsset(n) ? assets[n].name : isOutside(n) ? graph.outside[n - firstOutside] : isFinding(n) ? findings[n - firstFinding].title : graph.frameworks[n - firstFramework];
  const idOf = (n) => isAsset(n) ? assets[n].id : nameOf(n);
  const kindOf = (n) => isAsset(n) ? assets[n].asset_type : isOutside(n) ? "outside the inventory" : isFinding(n) ? "finding" : "framework";
  const severityOf = (n) => isAsset(n) ? worst[n] : isFinding(n) ? findings[n - firstFinding].severity : null;
  const isExposed = (n) => isAsset(n) && assets[n].is_internet_exposed;

  // The order in which nodes get a dot: those on attack paths, then assets by risk, then others.
  const onPath = new Set(paths ? paths.rows.flatMap((row) => row.nodes) : []);
  const riskOf = (n) => (isFinding(n) ? findings[n - firstFinding].risk_score : isAsset(n) ? risk[n] : 0);
  const matters = (a, b) => onPath.has(b) - onPath.has(a) || (isAsset(a) && isAsset(b) ? byRisk(a, b) : riskOf(b) - riskOf(a)) || beside[b].length - beside[a].length || a - b;
  const view = { x: 0, y: 0, scale: 1 }, expanded = new Set();
  let groups = [], spots = [], drawn = [], members = new Map(), other = new Set(), found = new Set(), wanted = new Set(), selected = null, hover = null;

  const rawKey = (n) => isAsset(n) ? assets[n][$("map-group").value] || "none" : isOutside(n) ? "outside the inventory" : isFinding(n) ? "findings" : "frameworks";
  const groupOf = (n) => { const key = rawKey(n); return other.has(key) ? "others" : key; };
  const inScope = () => {
    const scope = $("map-scope").value, all = Array.from({ length: scope === "all" ? total : firstFinding }, (_, n) => n);
    return scope === "affected" ? all.filter((n) => isAsset(n) && open[n].length) : all;
  };
  const gather = (nodes) => {
    const gathered = new Map();
    for (const n of nodes) { const key = groupOf(n); if (!gathered.has(key)) gathered.set(key, []); gathered.get(key).push(n); }
    return gathered;
  };
  const layout = () => {
    const nodes = inScope().sort(matters);
    other = new Set();
    const sizes = [...gather(nodes)].sort((a, b) => b[1].length - a[1].length);
    if (sizes.length > GROUPS) other = new Set(sizes.slice(GROUPS - 1).map(([key]) => key));
    members = gather(nodes);
    // Few nodes are all drawn; of many, those that matter.
    const first = new Set(nodes.slice(0, DRAWN));
    const isDrawn = (n) => first.has(n) || wanted.has(n);
    drawn = [];
    spots = new Array(total).fill(null);
    groups = [...members].sort((a, b) => (a[0] === "others") - (b[0] === "others") || b[1].length - a[1].length).map(([key, all]) => {
      const shown = expanded.has(key) ? all.filter((n, i) => i < EXPANDED || wanted.has(n)) : all.filter(isDrawn);
      return { key, all, shown, radius: Math.max(18 + 2.4 * Math.log2(1 + all.length), 2.3 * RADIUS * Math.sqrt(shown.length) + 14) };
    });
    pack(groups);
    groups.forEach((group, g) => group.shown.forEach((n, i) => {
      const r = 2.3 * RADIUS * Math.sqrt(i + (group.shown.length > 1 ? 0.3 : 0));
      spots[n] = { x: group.x + r * Math.cos(i * GOLDEN), y: group.y + r * Math.sin(i * GOLDEN), g };
      drawn.push(n);
    }));
    $("map-note").textContent = drawn.length < nodes.length ? number(drawn.length) + " of " + number(nodes.length) + " drawn, highest risk first; choose a group for the rest of it" : plural(nodes.length, "node", "nodes");
    fit();
  };
  // Each circle with its name at the first free spot of a spiral around the middle.
  const labelOf = (group) => short(group.key, 26) + " (" + (group.shown.length < group.all.length ? number(group.shown.length) + " of " : "") + number(group.all.length) + ")";
  const pack = (circles) => {
    const done = [];
    for (const circle of circles) {
      circle.half = Math.max(circle.radius, 5.4 * labelOf(circle).length) + 10;
      const grain = 6 + circle.radius / 3;
      for (let step = 0; ; step += 1) {
        const r = grain * Math.sqrt(step), angle = step * GOLDEN;
        circle.x = 1.9 * r * Math.cos(angle); circle.y = r * Math.sin(angle);
        if (done.every((placed) => Math.abs(placed.x - circle.x) > placed.half + circle.half || Math.abs(placed.y - circle.y) > placed.radius + circle.radius + 40)) break;
      }
      done.push(circle);
    }
  };
  const size = () => { const box = canvas.getBoundingClientRect(); return [box.width, box.height]; };
  const fit = () => {
    const [width, height] = size();
    const side = (pick, way) => groups.reduce((edge, group) => Math[way](edge, pick(group)), way === "min" ? Infinity : -Infinity);
    const sides = groups.length ? [side((g) => g.x - g.half, "min"), side((g) => g.x + g.half, "max"), side((g) => g.y - g.radius, "min"), side((g) => g.y + g.radius + 22, "max")] : [0, 1, 0, 1];
    view.scale = Math.min(1.6, 0.94 * Math.min(width / (sides[1] - sides[0]), height / (sides[3] - sides[2])) || 1);
    view.x = width / 2 - (view.scale * (sides[0] + sides[1])) / 2; view.y = height / 2 - (view.scale * (sides[2] + sides[3])) / 2;
    ask();
  };
  let asked = false;
  const ask = () => { if (!asked) { asked = true; requestAnimationFrame(() => { asked = false; draw(); }); } };

  const NAMES = ["card", "text", "quiet", "line", "accent", "ground", "critical", "high", "medium", "low", "info", "good"];
  const draw = () => {
    const [width, height] = size(), dots = devicePixelRatio || 1;
    if (!width || !height) return;
    canvas.width = width * dots; canvas.height = height * dots;
    const style = getComputedStyle(document.documentElement), palette = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
    pen.fillStyle = palette.card; pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(dots * view.scale, 0, 0, dots * view.scale, dots * view.x, dots * view.y);
    drawBetween(palette);
    for (const group of groups) {
      pen.beginPath(); pen.arc(group.x, group.y, group.radius, 0, 7);
      pen.fillStyle = palette.ground; pen.fill(); pen.strokeStyle = palette.quiet; pen.globalAlpha = 0.6; pen.lineWidth = 1 / view.scale; pen.stroke(); pen.globalAlpha = 1;
    }
    drawLinks(palette);
    const near = selected === null ? null : new Set([selected, ...beside[selected].flatMap((l) => [links[l][0], links[l][1]])]);
    for (const n of drawn) drawNode(n, palette, near);
    pen.globalAlpha = 1;
    drawNames(names(near), palette, dots, width, height);
  };
  // Relations between groups are one line for all of them, the thickest only.
  const drawBetween = (palette) => {
    const between = new Map(), place = new Map(groups.map((group, g) => [group.key, g]));
    const groupAt = new Int32Array(total).fill(-1);
    for (const group of groups) for (const n of group.all) groupAt[n] = place.get(group.key);
    for (const [a, b] of links) {
      const [x, y] = [groupAt[a], groupAt[b]];
      if (x < 0 || y < 0 || x === y) continue;
      const key = Math.min(x, y) * groups.length + Math.max(x, y);
      between.set(key, (between.get(key) || 0) + 1);
    }
    const thickest = [...between].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, BETWEEN);
    pen.strokeStyle = palette.quiet; pen.globalAlpha = 0.28;
    for (const [key, n] of thickest) {
      const [a, b] = [groups[Math.floor(key / groups.length)], groups[key % groups.length]];
      pen.lineWidth = Math.min(7, 0.8 + Math.log2(n) / 1.6); pen.beginPath(); pen.moveTo(a.x, a.y); pen.lineTo(b.x, b.y); pen.stroke();
    }
    pen.globalAlpha = 1;
  };
  const drawLinks = (palette) => {
    const single = links.filter(([a, b]) => spots[a] && spots[b] && spots[a].g === spots[b].g);
    const line = (a, b) => { pen.moveTo(spots[a].x, spots[a].y); pen.lineTo(spots[b].x, spots[b].y); };
    pen.strokeStyle = palette.quiet; pen.globalAlpha = single.length > 1500 ? 0.15 : 0.4; pen.lineWidth = 0.8 / Math.sqrt(view.scale);
    pen.beginPath(); for (const [a, b] of single) line(a, b); pen.stroke();
    if (selected !== null) {
      pen.strokeStyle = palette.accent; pen.globalAlpha = 0.9; pen.lineWidth = 1.6 / Math.sqrt(view.scale);
      pen.beginPath(); for (const l of beside[selected]) if (spots[links[l][0]] && spots[links[l][1]]) line(links[l][0], links[l][1]); pen.stroke();
    }
    pen.globalAlpha = 1;
  };
  const drawNode = (n, palette, near) => {
    const spot = spots[n], severity = severityOf(n);
    pen.globalAlpha = (near && !near.has(n)) || (found.size && !found.has(n)) ? 0.25 : 1;
    pen.beginPath();
    if (isAsset(n)) pen.arc(spot.x, spot.y, n === selected ? RADIUS : RADIUS - 1.5, 0, 7);
    else if (isOutside(n)) { pen.moveTo(spot.x, spot.y - 6); pen.lineTo(spot.x + 6, spot.y); pen.lineTo(spot.x, spot.y + 6); pen.lineTo(spot.x - 6, spot.y); pen.closePath(); } else pen.rect(spot.x - 5, spot.y - 5, 10, 10);
    pen.fillStyle = severity ? palette[severity.toLowerCase()] : palette.card; pen.fill();
    const isMarked = n === selected || found.has(n);
    pen.strokeStyle = isMarked ? palette.accent : isExposed(n) ? palette.text : palette.quiet; pen.lineWidth = isMarked || isExposed(n) ? 2 : 1;
    if (!severity || isMarked || isExposed(n)) pen.stroke();
  };
  // What is asked for comes first, then groups, then the riskiest; the rest where it is near enough.
  const names = (near) => {
    const list = groups.map((group) => [1, labelOf(group), group.x, group.y + group.radius, 14, "600 11.5px"]);
    const riskiest = new Set(drawn.filter((n) => isAsset(n) && risk[n] > 0).sort(matters).slice(0, 8));
    for (const n of drawn) {
      const isAsked = n === selected || n === hover || (found.has(n) && found.size < 30), isNear = near && near.has(n) && near.size < 40;
      if (isAsked || isNear || riskiest.has(n) || view.scale > 1.5 || drawn.length <= 40) list.push([isAsked ? 0 : isNear ? 1 : riskiest.has(n) ? 2 : 3, short(nameOf(n), 28), spots[n].x, spots[n].y, RADIUS * view.scale + 9, "11px"]);
    }
    return list;
  };
  // Names in the size of the screen; one that would cover another is left out.
  const drawNames = (list, palette, dots, width, height) => {
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    pen.textAlign = "center";
    const taken = [];
    list.sort((a, b) => a[0] - b[0]);
    for (const [, text, worldX, worldY, below, font] of list) {
      const [x, y] = [worldX * view.scale + view.x, worldY * view.scale + view.y + below];
      if (x < 0 || y < 0 || x > width || y > height + 12 || taken.length > 150) continue;
      pen.font = font + " system-ui, sans-serif";
      const label = short(text, 48), half = pen.measureText(label).width / 2 + 3;
      if (taken.some((placed) => Math.abs(placed[0] - x) < placed[2] + half && Math.abs(placed[1] - y) < 14)) continue;
      taken.push([x, y, half]);
      pen.lineWidth = 3; pen.strokeStyle = palette.card; pen.globalAlpha = 0.85; pen.strokeText(label, x, y);
      pen.globalAlpha = 1; pen.fillStyle = palette.text; pen.fillText(label, x, y);
    }
  };
  const short = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

  // Choosing.
  const point = (event) => { const box = canvas.getBoundingClientRect(); return [(event.clientX - box.left - view.x) / view.scale, (event.clientY - box.top - view.y) / view.scale]; };
  const nodeAt = ([x, y]) => { let best = null, least = (RADIUS + 2 / view.scale) ** 2; for (const n of drawn) { const far = (spots[n].x - x) ** 2 + (spots[n].y - y) ** 2; if (far < least) { least = far; best = n; } } return best; };
  const groupAt = ([x, y]) => groups.find((group) => Math.hypot(group.x - x, group.y - y) < group.radius);
  const choose = (n) => {
    selected = n;
    if (n === null) { detail.replaceChildren(make("p", { class: "quiet" }, "Choose a dot for its relations, or a group to see more of it. Drag to move; click into the map, then the wheel zooms.")); ask(); return; }
    const more = isAsset(n) ? () => showAsset(n) : isFinding(n) ? () => showFinding(n - firstFinding) : null;
    const where = isAsset(n) ? [assets[n].region, assets[n].account] : [];
    detail.replaceChildren(make("h3", {}, nameOf(n)), make("p", { class: "quiet" }, [kindOf(n), ...where].filter(Boolean).join(" · ")),
      more ? make("button", { type: "button", onclick: more }, "Details") : "", make("h3", {}, plural(beside[n].length, "relation", "relations")),
      make("ul", {}, beside[n].slice(0, 100).map((l) => { const [a, b, type] = links[l], far = a === n ? b : a;
        return make("li", {}, (a === n ? "→ " : "← ") + type + " ", link(nameOf(far), () => reveal(far))); })));
    ask();
  };
  const reveal = (n) => {
    if (n >= firstFinding && $("map-scope").value !== "all") $("map-scope").value = "all";
    else if ($("map-scope").value === "affected" && !(isAsset(n) && open[n].length)) $("map-scope").value = "risk";
    if (!spots[n]) { wanted.add(n); layout(); }
    choose(n);
  };
  const chooseGroup = (group) => {
    if (selected !== null) choose(null);
    if (expanded.has(group.key)) expanded.delete(group.key); else expanded.add(group.key);
    layout();
  };
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (drag) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 3 || drag.moved) { view.x += event.clientX - drag.x; view.y += event.clientY - drag.y; Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true }); ask(); }
      return;
    }
    const at = nodeAt(point(event));
    if (at !== hover) { hover = at; canvas.style.cursor = at === null ? "grab" : "pointer"; canvas.title = at === null ? "" : nameOf(at); ask(); }
  });
  canvas.addEventListener("pointerup", (event) => {
    const wasMoved = drag && drag.moved; drag = null;
    if (wasMoved) return;
    const at = point(event), n = nodeAt(at), group = groupAt(at);
    if (n !== null) choose(n); else if (group && group.all.length > group.shown.length || group && expanded.has(group.key)) chooseGroup(group); else choose(null);
  });
  const zoom = (factor, x, y) => { const scale = Math.min(8, Math.max(0.02, view.scale * factor)); view.x = x - ((x - view.x) * scale) / view.scale; view.y = y - ((y - view.y) * scale) / view.scale; view.scale = scale; ask(); };
  canvas.addEventListener("wheel", (event) => { if (!event.ctrlKey && document.activeElement !== canvas) return; event.preventDefault(); const box = canvas.getBoundingClientRect(); zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top); }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const [width, height] = size(), step = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
    if (step) { view.x += step[0]; view.y += step[1]; event.preventDefault(); ask(); }
    if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1.25 : 0.8, width / 2, height / 2);
  });
  const again = () => { expanded.clear(); wanted = new Set(); found = new Set(); $("map-find").value = ""; choose(null); layout(); };
  for (const id of ["map-group", "map-scope"]) $(id).addEventListener("change", again);
  $("map-close").addEventListener("click", again);
  $("map-fit").addEventListener("click", fit);
  $("map-find").addEventListener("input", later(() => {
    const text = $("map-find").value.trim().toLowerCase();
    found = new Set(text ? inScope().filter((n) => has(text, nameOf(n), idOf(n))) : []);
    wanted = new Set([...found].sort(matters).slice(0, 200));
    layout();
    if (text) $("map-note").textContent = plural(found.size, "match", "matches") + (found.size > 200 ? ", the 200 that matter most are drawn" : "");
  }));
  addEventListener("resize", later(fit));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ask);
  // Paper is light, and has room for a picture but not for a crowd.
  let theme = null;
  addEventListener("beforeprint", () => {
    theme = document.documentElement.dataset.theme; document.documentElement.dataset.theme = "light";
    $("map").classList.toggle("unprinted", drawn.length > PRINTED);
    $("map-printed").textContent = drawn.length > PRINTED ? "The map is not printed: it shows " + number(drawn.length) + " nodes." : $("map-note").textContent + ".";
    draw();
  });
  addEventListener("afterprint", () => { document.documentElement.dataset.theme = theme; ask(); });
  $("map-legend").append(...[["CRITICAL", "critical"], ["HIGH", "high"], ["MEDIUM", "medium"], ["LOW", "low"], ["INFO", "info"], ["hollow", "no open finding"], ["ring", "exposed to the internet"], ["diamond", "outside the inventory"]]
    .filter(([, label]) => findings.length || label.includes(" ")).map(([style, label]) => make("span", {}, make("i", { class: "dot " + style }), label)));
  // Accounts are how people think, unless there are more of them than a picture has room for.
  if (new Set(assets.map((asset) => asset.account)).size > GROUPS) $("map-group").value = "asset_type";
  choose(null);
  layout();
  return { ask };
};
