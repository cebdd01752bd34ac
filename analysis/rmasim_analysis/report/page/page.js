// What starts when the page is there: the sections, light and dark, printing.

const SECTIONS = { run: runSection, exploration: explorationSection, sweep: sweepSection, tuning: tuneSection,
  comparison: comparisonSection };
let pageWords = { causes: {}, outcomes: {} };
let diagrams = [], pairMaps = [];

function navigation(sections) {
  const link = ({ title, kind }, k) => h("li", null, h("a", { href: `#s${k + 1}` }, title), " ",
    h("span", { class: "soft" }, kind));
  return h("nav", { "aria-label": "Sections" }, h("ol", null, sections.map(link)));
}

function sectionTree(section, number, tag) {
  const id = `s${number}`;
  return h("section", { id, class: "input", "aria-labelledby": `${id}-title` },
    summary(section, `${id}-title`, tag), SECTIONS[section.kind](section, id));
}

// The sections below another page's title.
function sectionsTree({ words, sections }) {
  pageWords = words;
  return sections.map((section, k) => sectionTree(section, k + 1, "h2"));
}

// The body of a page.
function pageTree({ maker, title, words, sections }) {
  pageWords = words;
  const isTitled = sections.length === 1 && sections[0].title === title;
  return [
    h("a", { class: "skip", href: "#content" }, "To the content"),
    h("header", { class: "top" }, h("p", { class: "maker" }, maker), !isTitled && h("h1", null, title),
      sections.length > 1 && navigation(sections)),
    h("main", { id: "content" }, sections.map((section, k) => sectionTree(section, k + 1, isTitled ? "h1" : "h2"))),
  ];
}

function recolourAll() {
  diagrams.forEach((diagram) => diagram.recolour());
  pairMaps.forEach((map) => map.paint());
}

// Paper is white, and nothing on it can be opened.
function preparePrinting() {
  let closed = [];
  window.addEventListener("beforeprint", () => {
    document.documentElement.dataset.printing = "";
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((details) => (details.open = true));
    recolourAll();
  });
  window.addEventListener("afterprint", () => {
    delete document.documentElement.dataset.printing;
    closed.forEach((details) => (details.open = false));
    recolourAll();
  });
}

function beginPage() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolourAll);
  preparePrinting();
  const model = document.getElementById("model");
  if (model) show(document.getElementById("page"), pageTree(JSON.parse(model.textContent)));
}

if (typeof document !== "undefined") beginPage();
