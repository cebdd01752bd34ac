// What the diagram shows besides calls and packets: the chosen interval, the critical path, the accesses that the
// memory model does not allow, the failure of an order.

const DIAMOND_PX = 7;

function paintInterval(painter, from, to) {
  const { context, colours, layout, view } = painter;
  const [left, right] = [view.x(from), view.x(to)];
  context.globalAlpha = 0.12;
  context.fillStyle = colours.accent;
  context.fillRect(left, Layout.AXIS, right - left, layout.height);
  context.globalAlpha = 1;
  context.strokeStyle = colours.accent;
  context.lineWidth = 1;
  painter.line(left, Layout.AXIS, left, layout.height);
  painter.line(right, Layout.AXIS, right, layout.height);
}

// The path follows the row while a rank works or waits, and the arrow while a packet is under way.
function paintCriticalPath(painter) {
  const { context, colours, layout, view, model } = painter;
  const { track, began, ended, packet } = model.critical;
  context.strokeStyle = colours.critical;
  context.lineWidth = Math.min(Math.max(layout.row * 0.3, 1.5), 2.4);
  for (let k = 0; k < track.length; ++k) {
    if (ended[k] < view.from || began[k] > view.to || !layout.isShown(track[k])) continue;
    if (packet[k] < 0) {
      painter.line(view.x(began[k]), layout.y(track[k]), view.x(ended[k]), layout.y(track[k]));
    } else if (layout.isShown(model.packets.target[packet[k]])) {
      painter.line(view.x(began[k]), layout.y(track[k]), view.x(ended[k]), layout.y(model.packets.target[packet[k]]));
    }
  }
}

function paintFindings(painter) {
  const { context, colours, layout, view, model } = painter;
  for (const { number, accesses } of model.findings) {
    const points = accesses.map(({ track, at }) => [view.x(at), layout.y(track)]);
    if (points.flat().some(Number.isNaN)) continue;
    context.strokeStyle = colours.bad;
    context.lineWidth = 2;
    context.setLineDash([3, 4]);
    paintConnection(painter, ...points);
    context.setLineDash([]);
    for (const [x, y] of points) {
      context.fillStyle = colours.bad;
      context.beginPath();
      context.moveTo(x - DIAMOND_PX, y);
      context.lineTo(x, y - DIAMOND_PX);
      context.lineTo(x + DIAMOND_PX, y);
      context.lineTo(x, y + DIAMOND_PX);
      context.fill();
      painter.text(String(number), x, y, colours.ground, "center", 10);
    }
  }
}

// Between points of one row, the line is below the bar, so that it does not cross the bar's name.
function paintConnection(painter, [x, y], [otherX, otherY]) {
  if (y !== otherY) {
    painter.line(x, y, otherX, otherY);
    return;
  }
  const below = y + painter.layout.bar / 2 + 3;
  painter.line(x, y, x, below);
  painter.line(x, below, otherX, below);
  painter.line(otherX, below, otherX, y);
}

// The finding that has an access at a point of the screen.
function findingAt(model, view, layout, x, y) {
  return model.findings.find(({ accesses }) => accesses.some(({ track, at }) =>
    Math.hypot(view.x(at) - x, layout.y(track) - y) <= DIAMOND_PX + 2));
}

// The step at which an order fails, and the accesses of memory before it.
function paintFailure(painter, { at }) {
  const { context, colours, layout, view } = painter;
  const x = view.x(at);
  context.strokeStyle = colours.bad;
  context.lineWidth = 2;
  painter.line(x, Layout.AXIS, x, layout.height);
  painter.text("fails here", x - 6, Layout.AXIS + 10, colours.bad, "right", 12);
  painter.takes([x - 70, Layout.AXIS + 2, x + 2, Layout.AXIS + 18]);
  paintAccesses(painter);
}

const ACCESS = /^(reads?|writes?|put|get|loads?|stores?|accumulate|get_accumulate|fetch_and_op|compare_and_swap)\b/;

// Loads, stores and the effects of operations: a mark on the row, and its words where they fit.
function paintAccesses(painter) {
  const { context, colours, layout, view, model } = painter;
  const { track, text, at } = model.notes;
  for (let k = 0; k < at.length; ++k) {
    const words = model.texts[text[k]].replace(/ for op \d+ of \d+| on the own window/, "");
    if (!ACCESS.test(words) || at[k] < view.from || at[k] > view.to || !layout.isShown(track[k])) continue;
    const x = view.x(at[k]), y = layout.y(track[k]);
    context.fillStyle = colours.ink;
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fill();
    if (layout.row < 40 || x - words.length * 3 < layout.names) continue;
    painter.textInRoom(words, x, y - layout.bar / 2 - 9, colours.ink, 11);
  }
}
