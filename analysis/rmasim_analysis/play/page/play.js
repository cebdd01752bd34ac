// The page's controls.

const field = (id) => document.getElementById(id);
const status = field("status"), progress = field("bar");
const simulator = new Simulator();
const runs = new Runs(simulator, field("report"));
let completion, examples = [];
const editor = new Editor(field("scenario-text"), field("errors"), (mirror) => completion.hints(mirror));

const variant = () => field("variant").value.trim();

function settings() {
  const found = field("settings").value.split(/\s+/).filter((one) => one);
  if (field("semantics").value) found.unshift(`semantics=${field("semantics").value}`);
  if (field("seed").value) found.unshift(`seed=${field("seed").value}`);
  if (field("family").value) found.unshift(`protocol.family=${field("family").value}`);
  return found;
}

function state() {
  return { scenario: editor.text, ...Object.fromEntries(FIELDS.map((id) => [id, field(id).value])) };
}

function showState(given) {
  editor.text = given.scenario;
  for (const id of FIELDS) if (given[id] !== undefined) field(id).value = given[id];
}

async function keepInAddress() {
  history.replaceState(null, "", `#${await fragmentOf(state())}`);
}

function aboutOf(text) {
  try {
    return String(JSON.parse(text).about ?? "");
  } catch {
    return "";
  }
}

// Runs one action. The buttons of the others are disabled until it ends. If it cannot be done, the report of an earlier
// action is removed.
async function doing(words, work) {
  const buttons = ["run", "compare", "explore"].map(field);
  buttons.forEach((button) => (button.disabled = true));
  field("stop").disabled = false;
  status.textContent = words;
  field("compared").replaceChildren();
  const began = performance.now();
  try {
    editor.show([]);
    await keepInAddress();
    const said = await work();
    status.textContent = `${said} ${((performance.now() - began) / 1000).toFixed(1)} s.`;
  } catch (error) {
    if (error instanceof WrongScenario) editor.show(error.errors);
    if (!(error instanceof Stopped)) {
      status.textContent = `Not done: ${error.message}`;
      field("report").replaceChildren();
    }
  } finally {
    progress.hidden = true;
    buttons.forEach((button) => (button.disabled = false));
    field("stop").disabled = true;
  }
}

function words(result) {
  const { outcome, digest, messages, time_ns: ns } = result;
  return `${outcome}, ${messages.total.toLocaleString("en-US")} packets, ` +
    `${ns.toLocaleString("en-US")} ns; digest ${digest}.`;
}

const run = () => doing("Running ...", async () => {
  const answer = await runs.run(editor.text, variant(), settings());
  const { result } = JSON.parse(answer);
  document.body.dataset.digest = result.digest;
  status.textContent = words(result);
  await runs.report([answer], [""], aboutOf(editor.text));
  return words(result);
});

const compare = () => doing("Running every family ...", async () => {
  const sides = [];
  for (const family of [...field("family").options].map((option) => option.value).filter((one) => one)) {
    const own = settings().filter((one) => !one.startsWith("protocol."));
    try {
      sides.push({ family, answer: await runs.run(editor.text, variant(), [`protocol.family=${family}`, ...own], 0) });
    } catch (error) {
      if (!(error instanceof WrongScenario)) throw error;
      sides.push({ family, refused: error.message });
    }
  }
  show(field("compared"), comparison(sides));
  const ran = sides.filter((side) => side.answer);
  if (ran.length) await runs.report(ran.map((side) => side.answer), ran.map((side) => side.family), "");
  return `${ran.length} of ${sides.length} families run this scenario.`;
});

const FIGURES = [
  ["outcome", (result) => result.outcome],
  ["virtual time, ns", (result) => result.time_ns.toLocaleString("en-US")],
  ["packets", (result) => result.messages.total.toLocaleString("en-US")],
  ["bytes on the wire", (result) => result.messages.bytes.toLocaleString("en-US")],
  ["protocol memory a rank with pointers of 32 bits, bytes",
    (result) => result.memory_bytes_per_rank.total.toLocaleString("en-US")],
];

function comparison(sides) {
  const refused = sides.filter((side) => side.refused);
  const results = sides.map((side) => side.answer && JSON.parse(side.answer).result);
  const rows = FIGURES.map(([name, of]) => [name, ...results.map((result) => (result ? of(result) : "-"))]);
  return [scrolled(table(["figure", ...sides.map((side) => number(side.family))], rows), "Figures of all families"),
    refused.length > 0 && folded(counted(refused.length, "family does not run it", "families do not run it"),
      items(refused.map((side) => `${side.family}: ${side.refused}`)))];
}

const explore = () => doing("Exploring ...", async () => {
  progress.hidden = false;
  progress.value = 0;
  const answer = await runs.explore(editor.text, variant(), settings(), Number(field("limit").value), (now) => {
    progress.value = now.done;
    status.textContent = `${now.executions.toLocaleString("en-US")} executions, ` +
      `${now.failing.toLocaleString("en-US")} of them fail`;
  });
  const found = JSON.parse(answer).exploration;
  await runs.report([answer], [""], "");
  const executions = found.executions.toLocaleString("en-US");
  const how = found.exhausted ? `All ${executions} distinguishable orders` : `${executions} executions, not all orders`;
  return `${how}: ${found.failing.toLocaleString("en-US")} of them fail.`;
});

function stop() {
  const said = status.textContent;
  simulator.stop();
  status.textContent = `Stopped. ${said}`;
}

async function share() {
  await keepInAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link is copied; what it holds is all behind the #.";
  } catch {
    status.textContent = "This browser does not let the page copy; the link is this page's address.";
  }
}

let waiting;

// Shows the errors of the scenario shortly after each change.
function check() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    field("about").textContent = aboutOf(editor.text);
    if (field("run").disabled) return;
    try {
      await runs.validate(editor.text, variant(), settings());
      editor.show([]);
    } catch (error) {
      if (error instanceof WrongScenario) editor.show(error.errors);
    }
  }, 400);
}

function offerExamples() {
  const groups = new Map();
  examples.forEach((example, number) => {
    if (!groups.has(example.folder)) {
      groups.set(example.folder, Object.assign(document.createElement("optgroup"), { label: example.folder }));
    }
    groups.get(example.folder).append(new Option(example.name, number));
  });
  field("example").append(...groups.values());
}

function chooseExample() {
  const example = examples[field("example").value];
  if (!example) return;
  for (const id of ["variant", "family", "seed", "semantics", "settings"]) field(id).value = "";
  editor.text = example.text;
  field("about").textContent = example.about;
}

function agreesToLarge() {
  return confirm("This link holds more than 5 MB of data, which may take long to open. Open it?");
}

async function begin() {
  const schema = JSON.parse(await textPart("schema"));
  completion = new Completion(schema);
  const families = completion.values(["protocol", "family"]).map((value) => JSON.parse(value));
  field("family").append(...families.map((family) => new Option(family)));
  const known = completion.keys(["protocol"]).map((key) => new Option(`protocol.${key}=`));
  field("known-settings").append(...known);
  examples = JSON.parse(await textPart("examples"));
  offerExamples();
  const given = await stateOf(location.hash.slice(1), agreesToLarge) ?? JSON.parse(field("given").textContent) ??
    { scenario: examples.find((one) => one.name === "quickstart").text };
  showState(given);
  field("about").textContent = aboutOf(editor.text);
  for (const [id, what] of Object.entries({ run, compare, explore, stop, share })) {
    field(id).addEventListener("click", what);
  }
  field("example").addEventListener("change", chooseExample);
  editor.onRun = run;
  editor.onChange = check;
  await simulator.start();
  document.body.dataset.ready = "";
}

begin();
