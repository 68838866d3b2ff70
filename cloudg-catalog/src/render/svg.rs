//! Pictures as drawings that need nothing else to be shown.

use std::fmt::Write;

use super::{
    escape,
    layout::{self, Layout, Route, Size, TooLarge},
    palette::Tone,
    picture::{Node, Picture},
};

/// Space around everything.
const MARGIN: f64 = 24.0;
/// Least space between two layers.
const GAP: f64 = 64.0;
/// Width of a column of text in a box, and of one beside an edge.
const COLUMN: f64 = 7.3;
const SMALL_COLUMN: f64 = 6.1;
/// Space inside a box beside its text.
const PADDING: f64 = 10.0;
/// Height of a line of text in a box, and of one beside an edge.
const LINE: f64 = 16.0;
const SMALL_LINE: f64 = 13.0;
/// Most columns of a line in a box, and beside an edge; the whole text is shown by pointing at it.
const MAX_COLUMNS: usize = 44;
const MAX_LABEL: usize = 40;

/// A drawing in layers from left to right.
pub(super) fn write(picture: &Picture) -> Result<String, TooLarge> {
    let texts: Vec<Vec<String>> = picture.nodes.iter().map(box_lines).collect();
    let sizes: Vec<Size> = texts.iter().map(|lines| box_size(lines)).collect();
    let layout = layout::arrange(picture, &sizes)?;
    let labels = labels(picture, &layout);
    let frame = Frame::new(&layout, &labels);
    let mut out = frame.open(&layout, &labels);
    for (number, edge) in picture.edges.iter().enumerate() {
        let title = format!(
            "{} → {}: {}",
            picture.nodes[edge.source].name,
            picture.nodes[edge.target].name,
            edge.label()
        );
        frame.edge(&mut out, &layout.routes[number], &layout, edge.source, &sizes, &title);
    }
    for label in &labels {
        frame.label(&mut out, label);
    }
    for (number, node) in picture.nodes.iter().enumerate() {
        frame.node(&mut out, node, &texts[number], sizes[number], layout.nodes[number]);
    }
    out.push_str("</svg>");
    Ok(out)
}

fn box_lines(node: &Node) -> Vec<String> {
    node.lines().iter().map(|line| escape::cut(line, MAX_COLUMNS)).collect()
}

fn box_size(lines: &[String]) -> Size {
    let columns = lines.iter().map(|line| escape::width(line)).max().unwrap_or(0);
    Size {
        width: columns as f64 * COLUMN + 2.0 * PADDING,
        height: lines.len() as f64 * LINE + PADDING,
    }
}

/// A text beside an edge, in the space after a layer.
struct Label {
    layer: usize,
    middle: f64,
    text: String,
}

/// The labels of the edges, moved down where they would cover each other.
fn labels(picture: &Picture, layout: &Layout) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for (edge, route) in picture.edges.iter().zip(&layout.routes) {
        let Route::Line { first, heights, .. } = route else { continue };
        if edge.labels.is_empty() {
            continue;
        }
        let middle = (heights[0] + heights[1]) / 2.0;
        labels.push(Label { layer: *first, middle, text: escape::cut(&edge.label(), MAX_LABEL) });
    }
    labels.sort_by(|a, b| a.layer.cmp(&b.layer).then(a.middle.total_cmp(&b.middle)));
    for index in 1..labels.len() {
        let (above, below) = labels.split_at_mut(index);
        if let (Some(above), Some(label)) = (above.last(), below.first_mut())
            && above.layer == label.layer
        {
            label.middle = label.middle.max(above.middle + SMALL_LINE);
        }
    }
    labels
}

/// Where layers begin and how wide they are.
struct Frame {
    starts: Vec<f64>,
    widths: Vec<f64>,
    /// Space after each layer.
    gaps: Vec<f64>,
}

impl Frame {
    fn new(layout: &Layout, labels: &[Label]) -> Self {
        let mut gaps = vec![GAP; layout.layers.len()];
        for Label { layer, text, .. } in labels {
            let needed = escape::width(text) as f64 * SMALL_COLUMN + 32.0;
            gaps[*layer] = gaps[*layer].max(needed);
        }
        let mut x = MARGIN;
        let starts = layout.layers.iter().zip(&gaps).map(|(width, gap)| {
            let start = x;
            x += width + gap;
            start
        });
        Self { starts: starts.collect(), widths: layout.layers.clone(), gaps }
    }

    fn open(&self, layout: &Layout, labels: &[Label]) -> String {
        let last = self.starts.len().checked_sub(1);
        let right = last.map_or(MARGIN, |last| self.starts[last] + self.widths[last]);
        let lowest = labels.iter().map(|label| label.middle + SMALL_LINE);
        let (width, height) = (right + MARGIN, lowest.fold(layout.height, f64::max) + 2.0 * MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" \
             height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"ui-monospace, Menlo, Consolas, monospace\">\n<defs><marker \
             id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
             markerHeight=\"8\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" \
             fill=\"#555555\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" \
             fill=\"#ffffff\"/>\n"
        )
    }

    fn edge(
        &self,
        out: &mut String,
        route: &Route,
        layout: &Layout,
        source: usize,
        sizes: &[Size],
        title: &str,
    ) {
        let (path, arrow) = match route {
            Route::Loop => (self.loop_path(layout.nodes[source], sizes[source]), "marker-end"),
            Route::Line { first, heights, turned } => {
                let left_end = if *turned { "marker-start" } else { "marker-end" };
                (self.line_path(*first, heights), left_end)
            }
        };
        // Writing to a string never fails.
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"#555555\" {arrow}=\"url(#arrow)\"><title>{}\
             </title></path>",
            escaped(title)
        );
    }

    /// Curves between the layers, straight lines through them.
    fn line_path(&self, first: usize, heights: &[f64]) -> String {
        let mut path = String::new();
        for (step, pair) in heights.windows(2).enumerate() {
            let layer = first + step;
            let (from, to) = (self.starts[layer] + self.widths[layer], self.starts[layer + 1]);
            let (up, down) = (pair[0] + MARGIN, pair[1] + MARGIN);
            let half = (from + to) / 2.0;
            let begin = if step == 0 { 'M' } else { 'L' };
            let _ = write!(
                path,
                "{begin}{from:.1} {up:.1}C{half:.1} {up:.1} {half:.1} {down:.1} {to:.1} {down:.1}"
            );
        }
        path
    }

    /// A small arc over the right corner of a box.
    fn loop_path(&self, (layer, middle): (usize, f64), size: Size) -> String {
        let right = self.starts[layer] + self.widths[layer];
        let top = middle + MARGIN - size.height / 2.0;
        format!("M{:.1} {top:.1}c0 -16 20 -16 20 4", right - 24.0)
    }

    fn label(&self, out: &mut String, label: &Label) {
        let layer = label.layer;
        let x = self.starts[layer] + self.widths[layer] + self.gaps[layer] / 2.0;
        let y = label.middle + MARGIN - 3.0;
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"10\" text-anchor=\"middle\" \
             fill=\"#333333\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
            escaped(&label.text)
        );
    }

    /// A box as wide as its layer, so that edges begin and end at its sides.
    fn node(
        &self,
        out: &mut String,
        node: &Node,
        lines: &[String],
        size: Size,
        (layer, middle): (usize, f64),
    ) {
        let (x, width) = (self.starts[layer], self.widths[layer]);
        let top = middle + MARGIN - size.height / 2.0;
        let (fill, stroke) = Tone::of(&node.severity).map_or(("#ffffff", "#444444"), Tone::fill);
        let dashes = if node.is_external { " stroke-dasharray=\"4 3\"" } else { "" };
        let weight = if node.is_focus { 3 } else { 1 };
        let _ = writeln!(
            out,
            "<g><title>{} ({})</title><rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
             height=\"{:.1}\" rx=\"6\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"{weight}\"{dashes}/>",
            escaped(&node.name),
            escaped(&node.id),
            size.height
        );
        for (number, line) in lines.iter().enumerate() {
            let y = top + PADDING / 2.0 + LINE * (number as f64 + 0.75);
            let emphasis = if number == 0 { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"12\"{emphasis}>{}</text>",
                x + PADDING,
                escaped(line)
            );
        }
        out.push_str("</g>\n");
    }
}

/// What XML reserves; control characters are gone already.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
