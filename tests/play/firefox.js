// The page of `rmasim play`, whose address is the argument, in Firefox, by the protocol that it speaks itself
// (WebDriver BiDi). Prints what a run and an exploration showed, and what the browser complained about, as JSON.
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const PORT = 9334;
const LONGEST_MS = 120000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Firefox {
  constructor(profile) {
    this.process = spawn("firefox-esr", ["--headless", `--remote-debugging-port=${PORT}`, "--profile", profile],
      { stdio: ["ignore", "ignore", "pipe"] });
    this.started = new Promise((done) => {
      this.process.stderr.on("data", (text) => String(text).includes("BiDi listening") && done());
    });
    this.answers = new Map();
    this.complaints = [];
  }

  async connect() {
    await this.started;
    this.socket = new WebSocket(`ws://127.0.0.1:${PORT}/session`);
    await new Promise((done, fail) => Object.assign(this.socket, { onopen: done, onerror: fail }));
    this.socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.method === "log.entryAdded" && message.params.level === "error") {
        this.complaints.push(message.params.text);
      }
      this.answers.get(message.id)?.(message.result);
    };
    await this.ask("session.new", { capabilities: {} });
    await this.ask("session.subscribe", { events: ["log.entryAdded"] });
    this.context = (await this.ask("browsingContext.getTree", {})).contexts[0].context;
  }

  ask(method, params) {
    const id = this.answers.size + 1;
    return new Promise((done) => {
      this.answers.set(id, done);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async script(expression) {
    const target = { context: this.context };
    return (await this.ask("script.evaluate", { expression, target, awaitPromise: true })).result.value;
  }

  async until(expression) {
    for (const began = Date.now(); Date.now() - began < LONGEST_MS; await sleep(50)) {
      if (await this.script(expression)) return;
    }
    throw new Error(`never: ${expression}`);
  }
}

async function look(firefox, address) {
  await firefox.connect();
  await firefox.ask("browsingContext.navigate", { context: firefox.context, url: address, wait: "complete" });
  await firefox.until("'ready' in document.body.dataset");
  const click = async (id) => {
    await firefox.script(`document.getElementById('${id}').click()`);
    await firefox.until("!document.getElementById('run').disabled");
  };
  const inReport = (text) => firefox.script(`document.getElementById('report').${text}`);
  await click("run");
  const digest = await firefox.script("document.body.dataset.digest");
  const diagrams = await inReport("querySelectorAll('.diagram canvas').length");
  const firstPictureS = await firefox.script("performance.now() / 1000");
  await firefox.script("editor.text = examples.find(({ name }) => name === 'crossed-locks').text");
  await click("explore");
  await inReport("querySelector('[data-do=next]').click()");
  const explored = await firefox.script("document.getElementById('status').textContent");
  const packet = await inReport("querySelector('.chosen').textContent");
  return { digest, diagrams, firstPictureS, explored, packet, complaints: firefox.complaints };
}

async function main() {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "firefox-"));
  const firefox = new Firefox(profile);
  try {
    console.log(JSON.stringify(await look(firefox, process.argv[2])));
  } finally {
    firefox.process.kill();
    await new Promise((done) => firefox.process.on("exit", done));
    fs.rmSync(profile, { recursive: true });
  }
}

main().then(() => process.exit(0), (error) => {
  console.error(String(error));
  process.exit(1);
});
