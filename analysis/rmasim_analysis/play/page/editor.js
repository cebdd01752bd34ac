// The editor of the scenario, and the errors below it, each at its line.

class Editor {
  constructor(area, errors, complete) {
    this.errors = errors;
    this.mirror = CodeMirror.fromTextArea(area, {
      mode: { name: "javascript", json: true }, lineNumbers: true, matchBrackets: true, autoCloseBrackets: true,
      viewportMargin: 200, tabSize: 2, screenReaderLabel: "The scenario, as JSON",
      hintOptions: { hint: complete, completeSingle: false },
      extraKeys: {
        "Ctrl-Space": "autocomplete", "Ctrl-Enter": () => this.onRun(), "Cmd-Enter": () => this.onRun(),
        Esc: (mirror) => mirror.getInputField().blur(),
      },
    });
    this.mirror.on("change", () => this.onChange());
    this.marked = [];
    this.onRun = this.onChange = () => {};
  }

  get text() { return this.mirror.getValue(); }

  set text(text) { this.mirror.setValue(text); }

  // As the simulator names them; those of settings have no line.
  show(errors) {
    this.marked.forEach((line) => this.mirror.removeLineClass(line, "background", "CodeMirror-wrong"));
    this.marked = errors.filter((one) => one.line).map((one) =>
      this.mirror.addLineClass(one.line - 1, "background", "CodeMirror-wrong"));
    this.errors.replaceChildren(...errors.map((one) => this.item(one)));
  }

  item({ line, column, text }) {
    const item = document.createElement("li");
    if (!line) {
      item.textContent = text;
      return item;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `line ${line}: ${text}`;
    button.addEventListener("click", () => {
      this.mirror.setCursor(line - 1, column - 1);
      this.mirror.focus();
    });
    item.append(button);
    return item;
  }
}
