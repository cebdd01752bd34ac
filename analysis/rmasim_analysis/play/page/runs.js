// Questions to the simulator, and the report of the answers.

const TRACE_BYTES = 3_000_000;     // the size of the trace for the diagram; reading more takes seconds
const MOST_RANKS_APART = 256;      // of which each has figures

class Runs {
  constructor(simulator, root) {
    this.simulator = simulator;
    this.root = root;
  }

  // Returns the text of the answer. Throws WrongScenario for errors in the scenario.
  async ask(question, tell) {
    const text = await this.simulator.ask(question, tell);
    if (text.startsWith('{"errors":')) throw new WrongScenario(JSON.parse(text).errors);
    return text;
  }

  run(scenario, variant, settings, traceBytes = TRACE_BYTES) {
    const limits = { breakdown_up_to: MOST_RANKS_APART, trace_bytes: traceBytes };
    return this.ask({ do: "run", scenario, variant, settings, ...limits });
  }

  explore(scenario, variant, settings, limit, tell) {
    return this.ask({ do: "explore", scenario, variant, settings, limit }, tell);
  }

  validate(scenario, variant, settings) { return this.ask({ do: "validate", scenario, variant, settings }); }

  // Draws the sections below the editor.
  async report(answers, names, about) {
    this.model ??= new PlayModel(JSON.parse(await textPart("words")), JSON.parse(await textPart("vocabulary")));
    const model = this.model.page(answers.map((answer) => JSON.parse(answer)), names, about);
    [diagrams, pairMaps] = [[], []];
    show(this.root, sectionsTree(model));
  }
}

class WrongScenario extends Error {
  constructor(errors) {
    super(errors[0].text);
    this.errors = errors;
  }
}
