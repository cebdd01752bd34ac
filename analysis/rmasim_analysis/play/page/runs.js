// Questions to the simulator, and the report of the answers. The report is the page of `rmasim report`, in a frame: its
// Python runs here, too, in Brython.

const TRACE_BYTES = 250_000;       // of the diagram's data; more would take seconds to read here
const MOST_RANKS_APART = 256;      // whose figures are told one by one
let python;

function startPython() {
  python ??= new Promise((done) => {
    window.addEventListener("report-ready", done, { once: true });
    loadPython();
  });
  return python;
}

async function loadPython() {
  [window.reportStyle, window.reportScript, window.reportScriptHash, window.scenarioSchema] =
    await Promise.all(["report-style", "report-script", "report-script-hash", "schema"].map(textPart));
  addScript(await textPart("python"), "text/javascript");
  __BRYTHON__.use_VFS = true;
  __BRYTHON__.update_VFS(JSON.parse(await textPart("python-modules")));
  brython({ indexeddb: false });
  addScript(await textPart("python-start"), "text/python");  // Brython sees it come
}

function addScript(text, type) {
  const script = document.createElement("script");
  script.type = type;
  script.textContent = text;
  document.body.append(script);
}

class Runs {
  constructor(simulator, frame) {
    this.simulator = simulator;
    this.frame = frame;
  }

  // The answer as a text; errors as an exception of ours.
  async ask(question, tell) {
    const text = await this.simulator.ask(question, tell);
    if (text.startsWith('{"errors":')) throw new WrongScenario(JSON.parse(text).errors);
    return text;
  }

  run(scenario, variant, settings, traceBytes = TRACE_BYTES) {
    const limits = { breakdown_up_to: MOST_RANKS_APART, trace_bytes: traceBytes };
    const question = { do: "run", scenario, variant, settings, ...limits };
    return this.ask(question);
  }

  explore(scenario, variant, settings, limit, tell) {
    return this.ask({ do: "explore", scenario, variant, settings, limit }, tell);
  }

  validate(scenario, variant, settings) { return this.ask({ do: "validate", scenario, variant, settings }); }

  async report(answers, names, about) {
    await startPython();
    await new Promise((done) => setTimeout(done));  // what was said before is painted
    const html = window.pageOfReport(answers, names, about);
    await new Promise((done) => {
      this.frame.onload = done;
      this.frame.hidden = false;
      this.frame.srcdoc = html;
    });
    this.fit();
  }

  // The frame is as tall as its page, and grows with it.
  fit() {
    const root = this.frame.contentDocument.documentElement;
    const set = () => (this.frame.style.height = `${Math.ceil(root.getBoundingClientRect().height) + 4}px`);
    this.watch?.disconnect();
    this.watch = new ResizeObserver(set);
    this.watch.observe(root);
    set();
  }
}

class WrongScenario extends Error {
  constructor(errors) {
    super(errors[0].text);
    this.errors = errors;
  }
}
