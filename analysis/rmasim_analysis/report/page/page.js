// What starts when the page is there: diagrams, maps, choices between charts, light and dark, printing.

const diagrams = [...document.querySelectorAll(".diagram")].map((root) => new Diagram(root));
for (const root of document.querySelectorAll(".maps")) new Maps(root);
const recolour = () => diagrams.forEach((diagram) => diagram.recolour());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);

function showChosen(select) {
  const groups = document.querySelectorAll(`[data-group="${select.dataset.chooses}"]`);
  groups.forEach((group) => (group.hidden = group.dataset.place !== select.value));
}

for (const select of document.querySelectorAll("[data-chooses]")) {
  select.addEventListener("change", () => showChosen(select));
  showChosen(select);
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
