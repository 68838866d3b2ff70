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
/// Most columns of a line beside an edge; the whole text is shown by pointing at the edge.
const MAX_LABEL: usize = 60;
/// Least distance between labels.
const LABEL_SPACE: f64 = 3.0;
/// Space beside a label.
const LABEL_PADDING: f64 = 32.0;

/// A drawing in layers from left to right.
pub(super) fn write(picture: &Picture) -> Result<String, TooLarge> {
    let texts: Vec<Vec<String>> = picture.nodes.iter().map(Node::lines).collect();
    let sizes: Vec<Size> = texts.iter().map(|lines| box_size(lines)).collect();
    let layout = layout::arrange(picture, &sizes)?;
    let labels = labels(picture, &layout);
    let frame = Frame::new(&layout, &labels);
    let mut out = frame.open(&layout, &labels, picture.note.as_deref());
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

fn box_size(lines: &[String]) -> Size {
    let columns = lines.iter().map(|line| escape::width(line)).max().unwrap_or(0);
    Size {
        width: columns as f64 * COLUMN + 2.0 * PADDING,
        height: lines.len() as f64 * LINE + PADDING,
    }
}

/// Texts beside an edge, in the space after a layer: a line for each relation.
struct Label {
    layer: usize,
    middle: f64,
    lines: Vec<String>,
}

impl Label {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * SMALL_LINE
    }

    fn width(&self) -> f64 {
        let columns = self.lines.iter().map(|line| escape::width(line)).max().unwrap_or(0);
        columns as f64 * SMALL_COLUMN
    }
}

/// The labels of the edges at their middles, or as near as they do not cover each other.
fn labels(picture: &Picture, layout: &Layout) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for (edge, route) in picture.edges.iter().zip(&layout.routes) {
        let Route::Line { first, heights, .. } = route else { continue };
        if edge.labels.is_empty() {
            continue;
        }
        // The middle of an edge over several layers; between two layers there are no boxes.
        let step = (heights.len() - 2) / 2;
        let middle = (heights[step] + heights[step + 1]) / 2.0;
        let lines = edge.labels.iter().map(|line| escape::cut(line, MAX_LABEL)).collect();
        labels.push(Label { layer: first + step, middle, lines });
    }
    labels.sort_by(|a, b| a.layer.cmp(&b.layer).then(a.middle.total_cmp(&b.middle)));
    for group in labels.chunk_by_mut(|a, b| a.layer == b.layer) {
        let wanted: Vec<f64> = group.iter().map(|label| label.middle).collect();
        let extents: Vec<f64> = group.iter().map(|label| label.height() + LABEL_SPACE).collect();
        let middles = layout::settle(&wanted, &extents);
        group.iter_mut().zip(middles).for_each(|(label, middle)| label.middle = middle);
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
        for label in labels {
            gaps[label.layer] = gaps[label.layer].max(label.width() + LABEL_PADDING);
        }
        let mut x = MARGIN;
        let starts = layout.layers.iter().zip(&gaps).map(|(width, gap)| {
            let start = x;
            x += width + gap;
            start
        });
        Self { starts: starts.collect(), widths: layout.layers.clone(), gaps }
    }

    /// The start of the drawing. Labels may reach above and below all boxes, so its top may lie
    /// above zero.
    fn open(&self, layout: &Layout, labels: &[Label], note: Option<&str>) -> String {
        let last = self.starts.len().checked_sub(1);
        let right = last.map_or(MARGIN, |last| self.starts[last] + self.widths[last]);
        let ends = |side: f64| labels.iter().map(move |label| label.middle + side * label.height());
        let top = ends(-0.5).fold(0.0, f64::min).floor();
        let bottom = ends(0.5).fold(layout.height, f64::max);
        let (note_width, note_height) = note.map_or((0.0, 0.0), |note| {
            (escape::width(note) as f64 * COLUMN + 2.0 * MARGIN, 2.0 * LINE)
        });
        let width = (right + MARGIN).max(note_width);
        let height = bottom - top + 2.0 * MARGIN + note_height;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" \
             height=\"{height:.0}\" viewBox=\"0 {top:.0} {width:.0} {height:.0}\" \
             font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\">\n\
             {}<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
             markerWidth=\"8\" markerHeight=\"8\" orient=\"auto-start-reverse\"><path \
             class=\"head\" d=\"M0 0L8 4L0 8z\" fill=\"#555555\"/></marker></defs>\n<rect \
             class=\"ground\" y=\"{top:.0}\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
            dark_style()
        );
        if let Some(note) = note {
            let y = top + height - MARGIN / 2.0;
            // Writing to a string never fails.
            let _ = writeln!(
                out,
                "<text class=\"text\" x=\"{MARGIN:.1}\" y=\"{y:.1}\" font-size=\"12\" \
                 font-style=\"italic\" fill=\"#000000\">{}</text>",
                escaped(note)
            );
        }
        out
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
            "<path class=\"edge\" d=\"{path}\" fill=\"none\" stroke=\"#555555\" {arrow}=\"url(#arrow)\"><title>{}\
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
        let top = label.middle + MARGIN - label.height() / 2.0;
        // Writing to a string never fails. The ground behind the text keeps edges from striking it out.
        let _ = writeln!(
            out,
            "<rect class=\"ground\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             fill=\"#ffffff\"/>",
            x - label.width() / 2.0 - 2.0,
            label.width() + 4.0,
            label.height()
        );
        for (number, line) in label.lines.iter().enumerate() {
            let y = top + SMALL_LINE * (number as f64 + 0.75);
            let _ = writeln!(
                out,
                "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"10\" \
                 text-anchor=\"middle\" fill=\"#333333\">{}</text>",
                escaped(line)
            );
        }
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
        let tone = Tone::of(&node.severity);
        let (fill, stroke) = tone.map_or(("#ffffff", "#444444"), Tone::fill);
        let class = tone.map_or("plain", Tone::class);
        let dashes = if node.is_external { " stroke-dasharray=\"4 3\"" } else { "" };
        let weight = if node.is_focus { 3 } else { 1 };
        let _ = writeln!(
            out,
            "<g><title>{} ({})</title><rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
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
                "<text class=\"text\" x=\"{:.1}\" y=\"{y:.1}\" font-size=\"12\"{emphasis} \
                 fill=\"#000000\">{}</text>",
                x + PADDING,
                escaped(line)
            );
        }
        out.push_str("</g>\n");
    }
}

/// Colours for readers who prefer a dark ground; others see those of the elements.
fn dark_style() -> String {
    let mut rules = String::from(
        ".ground{fill:#1b1b1b}.edge{stroke:#b0b0b0}.head{fill:#b0b0b0}.text{fill:#f0f0f0}\
         .label{fill:#e0e0e0}.plain{fill:#2a2a2a;stroke:#9a9a9a}",
    );
    for tone in Tone::ALL {
        let (fill, stroke) = tone.dark_fill();
        // Writing to a string never fails.
        let _ = write!(rules, ".{}{{fill:{fill};stroke:{stroke}}}", tone.class());
    }
    format!("<style>@media (prefers-color-scheme: dark){{{rules}}}</style>\n")
}

/// What XML reserves; control characters are gone already.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
