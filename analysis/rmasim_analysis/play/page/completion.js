// The keys and values that the schema allows at a position of a scenario.

class Completion {
  constructor(schema) { this.schema = schema; }

  // The alternatives of a part of the schema, without references.
  parts(node) {
    if (!node || typeof node !== "object") return [];
    if (node.$ref) {
      const at = node.$ref.slice(2).split("/").reduce((inner, key) => inner?.[key], this.schema);
      const { $ref, ...rest } = node;
      return [...this.parts(at), ...(Object.keys(rest).length ? this.parts(rest) : [])];
    }
    const inner = ["anyOf", "oneOf", "allOf"].flatMap((key) => node[key] ?? []);
    return [node, ...inner.flatMap((one) => this.parts(one))];
  }

  // The parts of the schema for what is at the path.
  at(path) {
    let nodes = this.parts(this.schema);
    for (const step of path) {
      nodes = nodes.flatMap((node) => {
        return this.parts(typeof step === "number" ? node.items : node.properties?.[step] ?? node.additionalProperties);
      });
    }
    return nodes;
  }

  keys(path) { return [...new Set(this.at(path).flatMap((node) => Object.keys(node.properties ?? {})))].sort(); }

  values(path) {
    const found = this.at(path).flatMap((node) => [...(node.enum ?? []), ...("const" in node ? [node.const] : []),
      ...(node.type === "boolean" ? [true, false] : [])]);
    return [...new Set(found.map((value) => JSON.stringify(value)))];
  }

  // Reads the text up to the cursor: the path of the innermost object or list, and whether a key is next.
  static positionIn(text) {
    const stack = [];
    const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*$|[{}[\],:]|[^\s{}[\],:"]+/g);
    for (const [token] of tokens) {
      const top = stack.at(-1);
      if (token === "{") stack.push({ key: null, isKey: true });
      else if (token === "[") stack.push({ list: true, key: 0 });
      else if (token === "}" || token === "]") stack.pop();
      else if (token === "," && top) top.list ? ++top.key : (top.isKey = true);
      else if (token === ":" && top) top.isKey = false;
      else if (top?.isKey) top.key = token.replaceAll('"', "");
    }
    const top = stack.at(-1);
    const path = stack.slice(0, -1).map(({ key }) => key);
    return { path: top && !top.isKey ? [...path, top.key] : path, isKey: Boolean(top?.isKey) };
  }

  // For CodeMirror's show-hint.
  hints(mirror) {
    const cursor = mirror.getCursor();
    const token = mirror.getTokenAt(cursor);
    const isWord = /^["\w]/.test(token.string);
    const start = isWord ? token.start : cursor.ch;
    const typed = isWord ? token.string.slice(0, cursor.ch - start).replaceAll('"', "") : "";
    const before = mirror.getRange({ line: 0, ch: 0 }, { line: cursor.line, ch: start });
    const { path, isKey } = Completion.positionIn(before);
    const all = isKey ? this.keys(path).map((key) => JSON.stringify(key)) : this.values(path);
    const hasColon = mirror.getLine(cursor.line).slice(token.end).trimStart().startsWith(":");
    const list = all.filter((word) => word.replaceAll('"', "").startsWith(typed))
      .map((word) => ({ text: isKey && !hasColon ? `${word}: ` : word, displayText: word }));
    const end = isWord ? Math.max(token.end, cursor.ch) : cursor.ch;
    return { list, from: { line: cursor.line, ch: start }, to: { line: cursor.line, ch: end } };
  }
}
