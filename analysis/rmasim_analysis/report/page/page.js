// What starts when the page is there: diagrams, maps, pairs of ranks, choices between charts, light and dark, printing.

const diagrams = [...document.querySelectorAll(".diagram")].map((root) => new Diagram(root));
for (const root of document.querySelectorAll(".maps")) new Maps(root);
const pairs = [...document.querySelectorAll(".pairs")].map((root) => new Pairs(root));
for (const root of document.querySelectorAll(".together")) new Together(root);
const recolour = () => {
  diagrams.forEach((diagram) => diagram.recolour());
  pairs.forEach((map) => map.paint());
};
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);

function showChosen(select) {
  const groups = document.querySelectorAll(`[data-group="${select.dataset.chooses}"]`);
  groups.forEach((group) => (group.hidden = group.dataset.place !== select.value));
}

for (const select of document.querySelectorAll("[data-chooses]")) {
  select.addEventListener("change", () => showChosen(select));
  showChosen(select);
}

for (const button of document.querySelectorAll("[data-finding]")) {
  const section = button.closest("section");
  const diagram = diagrams.find((one) => section.contains(one.root));
  button.addEventListener("click", () => diagram.controls.showFinding(Number(button.dataset.finding)));
}

// Paper is white, and nothing on it can be opened.
let closed = [];
window.addEventListener("beforeprint", () => {
  document.documentElement.dataset.printing = "";
  closed = [...document.querySelectorAll("details:not([open])")];
  closed.forEach((details) => (details.open = true));
  recolour();
});
window.addEventListener("afterprint", () => {
  delete document.documentElement.dataset.printing;
  closed.forEach((details) => (details.open = false));
  recolour();
});
