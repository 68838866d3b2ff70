"""Reads what `cloudg export` writes with readers that others wrote.

    tests/readers/check.py BINARY [unittest options]

Three estates are exported and read: the sample, and two whose every text is meant to break a file
format. rdflib reads the triples and answers queries of its own accord, networkx reads the graphs,
python-hcl2 the templates in Terraform's strings, and bash the import script, with a `terraform`
that only writes down how it is called. tests/readers/run.sh provides the readers.
"""

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from functools import cache, wraps
from pathlib import Path
from urllib.parse import unquote

import hcl2
import networkx
import rdflib
from lark import Token
from lark.exceptions import LarkError
from rdflib.compare import graph_diff, to_isomorphic

# Texts are compared as they are written; `5` and `5.0` are not the same.
rdflib.NORMALIZE_LITERALS = False
# What rdflib warns of concerns writing, which it does not do here.
logging.getLogger("rdflib").setLevel(logging.ERROR)

SPACES = {
    "cm": "https://cloudg.io/ontology#",
    "cmr": "https://cloudg.io/resource/",
    "cmp": "https://cloudg.io/property/",
    "rdf": str(rdflib.RDF),
    "rdfs": str(rdflib.RDFS),
    "owl": str(rdflib.OWL),
    "xsd": str(rdflib.XSD),
}

# Texts that mean something to one of the formats, to a shell, or to nobody. None of them ends in a
# dot: rdflib refuses the Turtle name `cmr:a\.`, which the grammar allows.
HOSTILE = [
    # Terraform
    "${x}", "%{if true}", "$${x}", "$$${x}", "%%{x}", "a$${b", "\\${x}", "$%{if}", "${ ${y} }",
    "$${a} ${b}", "~}", "<<EOT\nx\nEOT", "//",
    # Shells
    "q \" ' `", "'; touch hacked; '", "$(touch hacked)", "`touch hacked`", "-help", "*", "!!",
    # XML
    "]]>", "<&>", "<!--", "</script>", "&#0;", "&amp;", "<?xml?>",
    # IRIs, JSON-LD and Turtle
    "%00", "%zz", "a%20b", "a/../b", "../x", "./y", "/", "\\", "\\u0041\\n", "\\ud800", "_:b0",
    "\"@en", "^^xsd:string", "urn:x:y#z?q", "[::1]", '{"@id": 1}', "@type", "01", "1e3", "true",
    # Space, line ends and what should not be in a text
    "", " ", "  padded  ", "tab\t", "line\nbreak", "\r\nreturn\r", "nul \0", "\v\f\x1b\x1c\x1f",
    "delete \x7f", "\ufeffmark",
    # The rest of Unicode
    "😀 𝕏", "\U0010ffff", "\ue000", "אבג \u202e right to left \u2066x\u2069", "e\u0301 and é",
    "admin", "\u0430dmin", "long " * 1000,
]

# Texts that XML cannot tell apart, and such as no IRI may hold. They are an estate of their own,
# because one of them in the wrong place makes a whole file unreadable.
UNWRITABLE = ["bell \a", "bell \b", "next line \x85 \x9b", "\u2028\u2029", "\ufffe \uffff"]

# Column names of numbers, whose spelling is up to whoever computes them.
NUMBERS = {"n", "sum", "mean", "most"}

QUERIES = [
    """SELECT ?class (COUNT(DISTINCT ?thing) AS ?n) (MIN(?name) AS ?first)
       WHERE { ?thing a ?class ; cmp:hasName ?name } GROUP BY ?class HAVING (COUNT(?thing) > 1)""",
    """SELECT ?severity (SUM(?risk) AS ?sum) (AVG(?risk) AS ?mean) (MAX(?risk) AS ?most)
       WHERE { ?finding cmp:hasSeverity ?severity ; cmp:hasRiskScore ?risk } GROUP BY ?severity""",
    """SELECT ?from ?to ?port ?cidr WHERE { ?edge cm:fromNode ?from ; cm:toNode ?to
       OPTIONAL { ?edge cmp:hasPort ?port FILTER (?port != "443") }
       OPTIONAL { ?edge cmp:hasCIDR ?cidr } }""",
    """SELECT ?thing ?name WHERE { ?thing cmp:hasName ?name
       FILTER (STRLEN(?name) > 3 && (CONTAINS(LCASE(?name), "a") || REGEX(?name, "^[0-9<]"))) }""",
    """SELECT ?thing ?exposed (STR(?exposed) AS ?text) WHERE {
       ?thing cmp:isInternetExposed ?exposed
       FILTER (!?exposed && DATATYPE(?exposed) = xsd:boolean) }""",
    """SELECT DISTINCT ?thing ?other WHERE {
       ?thing (cmp:DEPENDS_ON|cmp:CONTAINS)+ ?other . ?other a ?class }""",
    """SELECT DISTINCT ?finding ?tag WHERE {
       ?finding a/rdfs:subClassOf? cm:SecurityFinding ; cmp:FINDING_AFFECTS/cmp:TAGGED_WITH ?tag .
       ?tag ^cmp:TAGGED_WITH ?asset }""",
    """SELECT ?thing ?kind WHERE { ?thing cmp:hasProvider ?provider
       { ?thing a ?class BIND (STRAFTER(STR(?class), "#") AS ?kind) }
       UNION { VALUES (?provider ?kind) { ("AWS" "amazon") ("GCP" "google") } }
       FILTER NOT EXISTS { ?other cmp:FINDING_AFFECTS ?thing } }""",
    # The inner query stands first: behind a pattern, rdflib answers it once for each match.
    """SELECT ?name ?n WHERE { { SELECT ?thing (COUNT(*) AS ?n)
       WHERE { ?thing cmp:TAGGED_WITH ?tag } GROUP BY ?thing } ?thing cmp:hasName ?name
       MINUS { ?thing cmp:isInternetExposed true } }""",
    "ASK { ?thing cmp:isInternetExposed false ; cmp:hasName ?name FILTER (STRLEN(?name) > 2) }",
    "ASK { ?thing cmp:hasProvider ?name ; cmp:hasName ?name }",
    """CONSTRUCT { ?asset cmp:hasFinding ?finding ; cmp:hasName ?name }
       WHERE { ?finding cmp:FINDING_AFFECTS ?asset ; cmp:hasName ?name }""",
]

# Names in a D3 document and what GraphML calls them.
NODE_NAMES = {
    "name": "name", "type": "asset_type", "provider": "provider", "region": "region", "arn": "arn",
    "account_id": "account_id", "is_internet_exposed": "is_internet_exposed",
    "is_external": "is_external",
}
EDGE_NAMES = {
    "type": "edge_type", "port_range": "port_range", "protocol": "protocol", "cidr": "cidr",
    "direction": "direction", "description": "description", "relationship": "relationship",
}

TERRAFORM_BLOCKS = {
    "//", "check", "data", "ephemeral", "import", "locals", "module", "moved", "output", "provider",
    "removed", "resource", "terraform", "variable",
}
TERRAFORM_FILES = ["main.tf.json", "provider.tf.json", "variables.tf.json"]
# Whose most frequent value a variable defaults to, and the default where there is none.
DEFAULTS = {
    "aws_region": ("AWS", "region", "us-east-1"),
    "aws_account_id": ("AWS", "account_id", ""),
    "gcp_region": ("GCP", "region", "us-central1"),
    "gcp_project_id": ("GCP", "account_id", ""),
    "azure_subscription_id": ("AZURE", "account_id", ""),
}
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
REFERENCE = re.compile(r"\$\{var\.([A-Za-z_][A-Za-z0-9_-]*)\}")
TEMPLATE_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
TEMPLATE_UNESCAPES = {escape: text for text, escape in TEMPLATE_ESCAPES.items()}
RECORDER = """#!/usr/bin/env bash
printf '%s\\0' "$#" "$@" >>"$RECORD"
"""


class Estate:
    """A dataset, and what the binary says and writes about it."""

    binary = ""

    def __init__(self, name, source, directory):
        self.name = name
        self.source = source
        self.directory = directory

    def run(self, *arguments):
        """Standard output of one command over the dataset."""
        command = [self.binary, *arguments, *self.source]
        own = {key: value for key, value in os.environ.items() if not key.startswith("CLOUDG_")}
        done = subprocess.run(command, cwd=self.directory, env=own, capture_output=True)
        if done.returncode != 0:
            reason = done.stderr.decode()
            raise AssertionError(f"{arguments}: exit code {done.returncode}: {reason}")
        return done.stdout.decode()

    def call(self, tool, **arguments):
        return json.loads(self.run("call", tool, "--args", json.dumps(arguments)))

    @cache
    def export(self, form):
        """The files of one export, by name."""
        paths = map(Path, self.run("export", form).splitlines())
        return {path.name: path for path in paths}

    def document(self, form, name):
        """A JSON file of an export, with no name twice in an object."""
        try:
            return json.loads(self.export(form)[name].read_bytes(), object_pairs_hook=distinct)
        except (AssertionError, ValueError) as error:
            raise AssertionError(f"{name}: {error}") from None

    def assets(self):
        return self.document("inventory", "inventory-map.json")["assets"]

    @cache
    def triples(self, form, syntax):
        """One file of triples, read by rdflib."""
        (path,) = self.export(form).values()
        try:
            return rdflib.Graph().parse(path, format=syntax)
        except Exception as error:
            raise AssertionError(f"{path.name} cannot be read: {error}") from None


def distinct(pairs):
    twice = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    if twice:
        raise AssertionError(f"names that occur twice in one object: {twice}")
    return dict(pairs)


def estate_of(texts):
    """An estate with each of these texts in every place that takes one."""
    types = [("S3_BUCKET", "AWS"), ("SECURITY_GROUP", "AWS"), ("GCS_BUCKET", "GCP"),
             ("BLOB_STORAGE", "AZURE"), ("LAMBDA_FUNCTION", "AWS")]
    assets, edges, findings = [], [], []
    for number, text in enumerate(texts):
        asset_type, provider = types[number % len(types)]
        # The first of each provider is so frequent that variables have it as their default.
        common = texts[2 * ["AWS", "GCP", "AZURE"].index(provider)] if number % 2 else text
        assets.append({
            "id": text, "name": text, "asset_type": asset_type, "provider": provider,
            "region": common, "account_id": common,
            "tags": {text: text, f"k{text}": "v", "owner": text},
            "metadata": {"description": text, "vpc_id": text, "runtime": text},
            "is_internet_exposed": number % 3 == 0,
        })
        following = texts[(number + 1) % len(texts)]
        edges.append({
            "id": f"rule {text}", "source_id": text, "target_id": following, "port_range": text,
            "edge_type": "SECURITY_GROUP_RULE", "protocol": text, "cidr": text, "direction": text,
            "description": text, "relationship": text,
        })
        edges.append({"id": f"out {text}", "source_id": text, "target_id": f"outside {text}",
                      "edge_type": "REFERENCES"})
        edges.append({"id": f"need {text}", "source_id": text, "target_id": following,
                      "edge_type": "CONTAINS" if number % 2 else "INVOKES"})
        findings.append({
            "id": text, "resource_id": text, "severity": "HIGH", "title": text, "description": text,
            "source_tool": text, "compliance_frameworks": [text],
        })
    return {"assets": assets, "edges": edges, "findings": findings}


def as_xml(text):
    """A text without what XML 1.0 has no way to write, as all our XML has it."""
    return re.sub("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


def one_line_end(text):
    """Character data of GraphML, which knows one kind of line end."""
    return as_xml(re.sub("\r\n|[\r\v\f\x1c-\x1e]", "\n", text))


def shown(values):
    """The first few of many values, for a message."""
    texts = sorted(repr(value) for value in values)
    return "".join(f"\n    {text[:300]}" for text in texts[:8]) + f"\n    ({len(texts)} in all)"


def on_every_estate(test):
    """A test for each estate, which fail apart."""
    @wraps(test)
    def tests(self, *arguments):
        for estate in self.estates:
            with self.subTest(estate=estate.name):
                test(self, estate, *arguments)
    return tests


class ReadersTest(unittest.TestCase):
    estates = []

    def same(self, what, ours, theirs):
        """Compares two multisets and tells only what differs."""
        ours, theirs = Counter(ours), Counter(theirs)
        if ours != theirs:
            self.fail(f"{what}\n  expected, not read:{shown((ours - theirs).elements())}"
                      f"\n  read, not expected:{shown((theirs - ours).elements())}")


class Triples(ReadersTest):
    """The ontology in four syntaxes, read by rdflib."""

    @on_every_estate
    def check_syntax(self, estate, form, syntax, change=lambda text: text):
        plain, read = estate.triples("n-triples", "nt"), estate.triples(form, syntax)
        told = estate.call("ontology_stats")["total_triples"]
        self.assertEqual(len(read), told, f"{form}: number of triples")
        expected = rdflib.Graph()
        for subject, predicate, thing in plain:
            if isinstance(thing, rdflib.Literal):
                thing = rdflib.Literal(change(str(thing)), thing.language, thing.datatype)
            expected.add((subject, predicate, thing))
        if to_isomorphic(expected) != to_isomorphic(read):
            _, missing, more = graph_diff(expected, read)
            self.fail(f"{form} is not the graph of n-triples\n  missing:{shown(missing)}"
                      f"\n  more:{shown(more)}")

    def test_n_triples(self):
        self.check_syntax("n-triples", "nt")

    def test_turtle(self):
        self.check_syntax("turtle", "turtle")

    def test_json_ld(self):
        self.check_syntax("json-ld", "json-ld")

    def test_rdf_xml(self):
        self.check_syntax("rdf-xml", "xml", as_xml)

    @on_every_estate
    def test_names_are_those_of_the_inventory(self, estate):
        graph = estate.triples("json-ld", "json-ld")
        name = rdflib.URIRef(SPACES["cmp"] + "hasName")
        exposed = rdflib.URIRef(SPACES["cmp"] + "isInternetExposed")
        assets = set(graph.subjects(exposed))
        names = (str(text) for thing in assets for text in graph.objects(thing, name))
        self.same("names", (asset["name"] for asset in estate.assets()), names)
        values = {value.datatype for value in graph.objects(None, exposed)}
        self.assertEqual(values, {rdflib.XSD.boolean}, "type of isInternetExposed")


class Queries(ReadersTest):
    """Answers of `cloudg query` and of rdflib over the exported triples."""

    @on_every_estate
    def test_answers_agree(self, estate):
        graph = estate.triples("json-ld", "json-ld")
        for query in QUERIES:
            with self.subTest(query=query):
                self.check_query(estate, graph, query)

    def check_query(self, estate, graph, query):
        ours = json.loads(estate.run("query", query, "--limit", "1000", "--render", "json"))
        theirs = graph.query(query, initNs=SPACES)
        self.assertFalse(ours["truncated"], "more than 1000 rows")
        if theirs.type == "ASK":
            self.assertEqual(ours["answer"], theirs.askAnswer)
            return
        columns = list(ours["rows"][0]) if ours["rows"] else []
        if theirs.type == "SELECT":
            rows = (dict(zip(map(str, theirs.vars), row)) for row in theirs)
        else:
            rows = (dict(zip(("subject", "predicate", "object"), row)) for row in theirs)
        read = (tuple((column, spelled(column, text)) for column, text in row.items())
                for row in ours["rows"])
        found = (tuple((column, spelled(column, cell(row[column]))) for column in columns)
                 for row in rows)
        if estate.name == "sample":
            self.assertTrue(columns, "the query is to find something in the sample")
        self.same("rows of rdflib and of cloudg", found, read)


def cell(term):
    """A term as answers show it."""
    if not isinstance(term, rdflib.URIRef):
        return None if term is None else str(term)
    for prefix, space in SPACES.items():
        if term.startswith(space):
            local = term.removeprefix(space)
            return f"{prefix}:{unquote(local) if prefix == 'cmr' else local}"
    return str(term)


def spelled(column, text):
    return format(float(text), ".5g") if column in NUMBERS and text is not None else text


class Graphs(ReadersTest):
    """GraphML, read by networkx, beside the same graph as JSON."""

    @on_every_estate
    def test_whole_graph(self, estate):
        told = estate.call("graph_stats")
        plain = estate.document("inventory", "inventory-graph.json")
        for form in ("graphml", "inventory"):
            (path,) = (p for p in estate.export(form).values() if p.suffix == ".graphml")
            graph = networkx.read_graphml(path)
            counts = (told["nodes"], told["graph_edges"])
            self.check_graph(path.name, graph, plain, counts)

    @on_every_estate
    def test_part_of_the_graph(self, estate):
        seeds = [asset["id"] for asset in estate.assets() if asset["id"].strip()][:5]
        part = {"seeds": seeds, "depth": 2, "max_nodes": 40}
        plain = estate.call("subgraph_export", format="d3", **part)["graph"]
        answer = estate.call("subgraph_export", format="graphml", **part)
        graph = networkx.parse_graphml(answer["graph"])
        self.check_graph("subgraph_export", graph, plain, (answer["nodes"], answer["edges"]))

    @on_every_estate
    def test_tags_are_json(self, estate):
        graph = read_graph(estate.export("inventory")["inventory-map.graphml"])
        read = (tuple(sorted(json.loads(data["tags"]).items()))
                for _, data in graph.nodes(data=True) if "tags" in data)
        self.same("tags", (tuple(sorted(asset["tags"].items())) for asset in estate.assets()), read)

    def check_graph(self, what, graph, plain, counts):
        self.assertTrue(graph.is_directed(), what)
        counted = (graph.number_of_nodes(), graph.number_of_edges())
        self.assertEqual(counted, counts, f"{what}: nodes and edges{self.ambiguous(plain)}")
        ids = self.ids(what, graph, plain)
        self.check_flags(what, graph)
        nodes = ((ids[node["id"]], *in_xml(node, NODE_NAMES)) for node in plain["nodes"])
        read = ((node, *in_graph(data, NODE_NAMES)) for node, data in graph.nodes(data=True))
        self.same(f"{what}: nodes", nodes, read)
        edges = ((ids[link["source"]], ids[link["target"]], *in_xml(link, EDGE_NAMES))
                 for link in plain["links"])
        read = ((*ends, *in_graph(data, EDGE_NAMES)) for *ends, data in graph.edges(data=True))
        self.same(f"{what}: edges", edges, read)

    def ambiguous(self, plain):
        """For a message: the ids that only differ in what XML cannot write."""
        counts = Counter(as_xml(node["id"]) for node in plain["nodes"])
        twice = [node["id"] for node in plain["nodes"] if counts[as_xml(node["id"])] > 1]
        return f"; these ids may have become one:{shown(twice)}" if twice else ""

    def ids(self, what, graph, plain):
        """Ids in a JSON document with those that were read, in the order that both have."""
        ids = {node["id"]: read for node, read in zip(plain["nodes"], graph, strict=True)}
        writable = [node for node in ids if as_xml(node) == node]
        self.same(f"{what}: ids", writable, (ids[node] for node in writable))
        return ids

    def check_flags(self, what, graph):
        for node, data in graph.nodes(data=True):
            flags = {name for name, value in data.items() if isinstance(value, bool)}
            expected = {name for name in data if name.startswith("is_")}
            self.assertEqual(flags, expected, f"{what}: true or false of {node!r}")


def read_graph(path):
    try:
        return networkx.read_graphml(path)
    except Exception as error:
        raise AssertionError(f"{path.name} cannot be read: {error!r}") from None


def in_xml(record, names):
    """Values of a JSON document as GraphML has them: texts, and flags that are flags."""
    values = (record[name] for name in names)
    return [one_line_end(value) if isinstance(value, str) else value for value in values]


def in_graph(data, names):
    """Values of a node or edge; an empty text is none to networkx, and a flag may be left out."""
    missing = {name: False if name.startswith("is_") else "" for name in names}
    return [data.get(graph_name, missing[name]) for name, graph_name in names.items()]


class Terraform(ReadersTest):
    """Terraform's JSON syntax, its templates, and the import script."""

    def configuration(self, estate):
        """All blocks of the three files, by type."""
        blocks = {}
        for name in TERRAFORM_FILES:
            document = estate.document("terraform", name)
            self.assertIsInstance(document, dict, name)
            self.assertLessEqual(set(document), TERRAFORM_BLOCKS, f"{name}: types of blocks")
            self.assertFalse(set(document) & set(blocks), f"{name}: blocks of another file")
            blocks |= document
        return blocks

    def resources(self, estate):
        """Bodies of resources by address."""
        types = self.configuration(estate)["resource"]
        return {(kind, label): body
                for kind, labels in types.items() for label, body in labels.items()}

    @on_every_estate
    def test_names_are_identifiers(self, estate):
        blocks, resources = self.configuration(estate), self.resources(estate)
        providers = blocks["terraform"]["required_providers"]
        self.assertEqual(list(providers), list(blocks["provider"]), "providers")
        for kind, label in resources:
            self.assertRegex(kind, rf"^({'|'.join(providers)})_[a-z0-9_]+$", "type of resource")
            self.assert_identifier(label, f"label of a {kind}")
        for address, body in resources.items():
            for name in body:
                if name != "//":
                    self.assert_identifier(name, f"argument of {address}")
            for name in body.get("lifecycle", {}).get("ignore_changes", []):
                self.assert_identifier(name, f"ignore_changes of {address}")
        told = estate.call("terraform_preview")["total_mapped"]
        self.assertEqual(len(resources), told, "number of resources")

    def assert_identifier(self, name, what):
        self.assertTrue(IDENTIFIER.fullmatch(name), f"{what}: {name!r} is no identifier")

    @on_every_estate
    def test_resources_hold_no_live_template(self, estate):
        for address, body in self.resources(estate).items():
            with self.subTest(resource=".".join(address)):
                read_templates({name: body[name] for name in body if name != "//"})

    @on_every_estate
    def test_references_are_to_variables(self, estate):
        blocks = self.configuration(estate)
        declared, used = set(blocks["variable"]), set()
        for text in strings(blocks["provider"]):
            reference = REFERENCE.fullmatch(text)
            used |= {reference[1]} if reference else set()
            self.assertTrue(reference or read_template(text) == text, f"provider: {text!r}")
        self.assertLessEqual(used, declared, "variables that providers use")

    @on_every_estate
    def test_defaults_are_what_was_found(self, estate):
        """Terraform takes strings in a variable block as they are: nothing may be escaped."""
        for name, variable in self.configuration(estate)["variable"].items():
            self.assert_identifier(name, "variable")
            self.assertEqual(sorted(variable), ["default", "description", "type"], name)
            self.assertEqual(variable["type"], "string", name)
            provider, key, fallback = DEFAULTS[name]
            assets = (asset for asset in estate.assets() if asset["provider"] == provider)
            values = Counter(asset[key] for asset in assets)
            values = {value: count for value, count in values.items()
                      if value not in (None, "", "global")}
            most = [value for value in values if values[value] == max(values.values())]
            with self.subTest(variable=name):
                self.assertIn(variable["default"], most or [fallback])

    @on_every_estate
    def test_texts_are_those_of_the_inventory(self, estate):
        buckets = [asset for asset in estate.assets() if asset["asset_type"] == "S3_BUCKET"]
        expected = ((asset["name"], tuple(sorted(asset["tags"].items()))) for asset in buckets)
        resources = self.resources(estate).items()
        bodies = (body for (kind, _), body in resources if kind == "aws_s3_bucket")
        read = ((body["bucket"], tuple(sorted(body.get("tags", {}).items())))
                for body in map(read_templates, bodies))
        self.same("names and tags of buckets", expected, read)

    @on_every_estate
    def test_import_script(self, estate):
        script = estate.export("terraform")["import_commands.sh"]
        calls, refused = self.run_imports(script)
        self.same("addresses", (".".join(address) for address in self.resources(estate)),
                  [call[1] for call in calls] + refused)
        self.assertEqual({call[0] for call in calls}, {"import"})
        buckets = (asset["name"] or asset["id"] for asset in estate.assets()
                   if asset["asset_type"] == "S3_BUCKET")
        self.same("ids of buckets", (name for name in buckets if is_printable(name)),
                  (call[2] for call in calls if call[1].startswith("aws_s3_bucket.")))

    def run_imports(self, script):
        """How the script calls terraform, and the addresses that it does not import."""
        checked = subprocess.run(["bash", "-n", script], capture_output=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, b""), "bash -n")
        with tempfile.TemporaryDirectory() as directory:
            tools, work, record = (Path(directory, name) for name in ("tools", "work", "record"))
            tools.mkdir(), work.mkdir(), record.touch()
            (tools / "terraform").write_text(RECORDER)
            (tools / "terraform").chmod(0o755)
            own = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "RECORD": str(record)}
            done = subprocess.run([script], cwd=work, env=own, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(list(work.iterdir()), [], "the script ran something else")
            words = record.read_bytes().decode().split("\0")[:-1]
        calls = [words[start:start + 4] for start in range(0, len(words), 4)]
        self.assertEqual({call[0] for call in calls}, {"3"}, "words of a call of terraform")
        refused = [line.rsplit(" ", 1)[1] for line in done.stderr.decode().splitlines()]
        return [call[1:] for call in calls], refused


def is_printable(text):
    return not re.search("[\0-\x1f\x7f-\x9f]", text)


def strings(value):
    """All texts of a JSON value, names of members apart."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for member in value.values() if isinstance(value, dict) else value:
            yield from strings(member)


def read_templates(value):
    """A JSON value as Terraform evaluates it, names of members included."""
    if isinstance(value, str):
        return read_template(value)
    if isinstance(value, list):
        return [read_templates(member) for member in value]
    if isinstance(value, dict):
        return distinct([(read_template(name), read_templates(member))
                         for name, member in value.items()])
    return value


@cache
def read_template(text):
    """The text that a template stands for; fails where anything in it would be evaluated."""
    # python-hcl2 wants a brace behind every escape. Those of its own are taken away below.
    closing = "}" * len(re.findall(r"\$\$\{|%%\{", text))
    quoted = "".join(TEMPLATE_ESCAPES.get(char, char) for char in text + closing)
    try:
        tree = hcl2.parses_to_tree(f'x = "{quoted}"\n')
    except (LarkError, ValueError) as error:
        raise AssertionError(f"{text[:200]!r} is no template: {error}") from error
    (string,) = tree.find_data("string")
    read = "".join(read_part(part, text) for part in string.children[1:-1])
    return read.removesuffix(closing)


def read_part(part, text):
    (token,) = part.children
    if not isinstance(token, Token):
        raise AssertionError(f"{text[:200]!r} has a live template: {token.data}")
    plain = re.sub(r"\\.", lambda escape: TEMPLATE_UNESCAPES[escape[0]], token)
    if token.type == "STRING_CHARS":
        return plain
    # An escape runs up to the brace for this reader, and may hide a template that is live.
    return plain[1:3] + read_template(plain[3:])


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: check.py BINARY [unittest options]")
    Estate.binary = str(Path(sys.argv.pop(1)).resolve(strict=True))
    with tempfile.TemporaryDirectory() as root:
        ReadersTest.estates = [
            estate(Path(root, "sample")),
            estate(Path(root, "hostile"), HOSTILE),
            estate(Path(root, "unwritable"), UNWRITABLE),
        ]
        done = unittest.main(exit=False, warnings="ignore")
    sys.exit(not done.result.wasSuccessful())


def estate(directory, texts=None):
    """The sample, or an estate with these texts, in a directory of its own."""
    directory.mkdir()
    if texts is None:
        return Estate(directory.name, ["--sample"], directory)
    (directory / "estate.json").write_text(json.dumps(estate_of(texts)))
    return Estate(directory.name, ["--dataset", f"{directory.name}=estate.json"], directory)


if __name__ == "__main__":
    main()
