// Paints packets. Few packets are arrows. If there are many, stacks below the bars show how many each rank sends at a
// time, by group.

const MOST_DASHED = 300;    // dashes of more arrows cannot be seen
const PX_PER_LABEL = 25;    // of the width; with more packets in sight, no arrow is labelled
const HEAD_PX = 6;
const BIN_PX = 3;           // the width of one stack
const GROUPS = ["request", "reply", "synchronisation"];
const CHOSEN = { alpha: 1, width: 2.6, isDashed: true };

// Packets by time, a stack for each few pixels.
class Stacks {
  constructor(view) {
    this.view = view;
    this.columns = Math.ceil((view.right - view.left) / BIN_PX) + 1;
    this.counts = new Uint32Array(this.columns * 4);  // by group, and all
    this.most = 0;
  }

  count(ns, group) {
    const column = Math.floor((this.view.x(ns) - this.view.left) / BIN_PX);
    if (column < 0 || column >= this.columns) return;
    ++this.counts[column * 4 + group];
    this.most = Math.max(this.most, ++this.counts[column * 4 + 3]);
  }

  // Paints upwards from `foot`. A stack of `most` packets takes all the room, and a low one still a visible part.
  paint({ context, colours }, foot, room, most) {
    for (let column = 0; column < this.columns; ++column) {
      const all = this.counts[column * 4 + 3];
      if (!all) continue;
      const tall = room * Math.max(Math.sqrt(all / most), 0.3);
      let below = foot;
      GROUPS.forEach((group, number) => {
        const height = tall * this.counts[column * 4 + number] / all;
        if (!height) return;
        context.fillStyle = colours[group];
        context.fillRect(this.view.left + column * BIN_PX, below - height, BIN_PX - 0.5, height);
        below -= height;
      });
    }
  }
}

class PacketPainter {
  static LEAST_ARROWS = 80;
  static MOST_ARROWS = 600;

  constructor(painter) { this.painter = painter; }

  // The number of arrows that do not cover each other. Few rows have room for fewer arrows.
  limit() {
    const { view, layout } = this.painter;
    const fit = (view.right - view.left) / 10 * Math.sqrt(layout.inSight.length);
    return Math.min(Math.max(fit, PacketPainter.LEAST_ARROWS), PacketPainter.MOST_ARROWS);
  }

  paint(chosen, hovered) {
    const { model, view } = this.painter;
    const seen = this.seen();
    this.isDense = seen.length > this.limit();
    this.inSight = seen.length;
    if (this.isDense) this.density(seen);
    else this.arrows(seen, chosen);
    for (const packet of new Set([hovered, chosen])) {
      if (packet >= 0) this.arrow(packet, CHOSEN);
    }
    if (!this.isDense && seen.length * PX_PER_LABEL <= view.right - view.left) this.labels(seen);
    else if (chosen >= 0 && model.isSeen(chosen)) this.labels([chosen]);
  }

  // Packets that are at least partly in sight.
  seen() {
    const { model, view, layout } = this.painter, { source, target } = model.packets;
    const rows = new Set(layout.inSight);
    const [first, end] = model.underWay(view.from, view.to);
    const seen = [];
    for (let packet = first; packet < end; ++packet) {
      if (model.arrival(packet) < view.from || !model.isSeen(packet)) continue;
      if (!layout.isShown(source[packet]) || !layout.isShown(target[packet])) continue;
      if (rows.has(source[packet]) || rows.has(target[packet])) seen.push(packet);
    }
    return seen;
  }

  // Arrows of the rarest group are painted last, so that the others do not hide them.
  arrows(seen, chosen) {
    const look = { alpha: chosen >= 0 ? 0.3 : seen.length > 200 ? 0.8 : 1, width: seen.length > 200 ? 0.9 : 1.3,
      isDashed: seen.length <= MOST_DASHED };
    const of = Object.fromEntries(GROUPS.map((group) => [group, []]));
    for (const packet of seen) of[this.painter.model.group(packet)].push(packet);
    const groups = [...GROUPS].sort((one, other) => of[other].length - of[one].length);
    for (const group of groups) for (const packet of of[group]) this.arrow(packet, look);
  }

  // Below each bar, stacks show what the rank sends. Low rows have the strip instead.
  density(seen) {
    const { layout, model, view } = this.painter, { source, sent } = model.packets;
    this.seenFar = seen;
    if (layout.isLow) return;
    const stacks = new Map();
    for (const packet of seen) {
      if (!stacks.has(source[packet])) stacks.set(source[packet], new Stacks(view));
      stacks.get(source[packet]).count(sent[packet], GROUPS.indexOf(model.group(packet)));
    }
    const most = Math.max(...[...stacks.values()].map((one) => one.most), 1);
    const room = layout.row * 0.6 - layout.bar / 2 - 1;
    for (const track of layout.inSight) {
      stacks.get(track)?.paint(this.painter, layout.y(track) + layout.row * 0.5, room, most);
    }
    for (const packet of seen) {
      if (model.packets.handled[packet] < 0) this.cross(view.x(sent[packet]), layout.y(source[packet]));
    }
  }

  // The strip at the foot shows what all ranks in sight send.
  strip() {
    const { layout, model, view, colours } = this.painter;
    const stacks = new Stacks(view);
    for (const packet of this.isDense ? this.seenFar : this.seen()) {
      stacks.count(model.packets.sent[packet], GROUPS.indexOf(model.group(packet)));
    }
    this.painter.text("packets", 12, layout.height - 16, colours.soft, "left", 11.5);
    stacks.paint(this.painter, layout.height - 4, Layout.STRIP - 10, stacks.most);
  }

  ends(packet) {
    const { layout, model, view } = this.painter, { source, target, sent } = model.packets;
    const [from, to] = [layout.y(source[packet]), layout.y(target[packet])];
    const down = Math.sign(to - from);
    const half = down * layout.bar / 2;
    return [view.x(sent[packet]), from + half, view.x(model.arrival(packet)), to - half];
  }

  arrow(packet, { alpha, width, isDashed }) {
    const { context, colours, model, layout } = this.painter, { source, target } = model.packets;
    if (!layout.isShown(source[packet]) || !layout.isShown(target[packet])) return;
    const group = model.group(packet);
    const [x1, y1, x2, y2] = this.ends(packet);
    context.globalAlpha = alpha;
    context.strokeStyle = context.fillStyle = colours[group];
    context.lineWidth = width;
    context.setLineDash(!isDashed || group === "request" ? [] : group === "reply" ? [6, 3] : [2, 3]);
    this.painter.line(x1, y1, x2, y2);
    context.setLineDash([]);
    if (model.packets.handled[packet] < 0) this.cross((x1 + x2) / 2, (y1 + y2) / 2);
    else this.head(x1, y1, x2, y2, width);
    context.globalAlpha = 1;
  }

  head(x1, y1, x2, y2, width) {
    const { context } = this.painter;
    const angle = Math.atan2(y2 - y1, x2 - x1), length = HEAD_PX + width;
    context.beginPath();
    context.moveTo(x2, y2);
    for (const turn of [-0.38, 0.38]) {
      context.lineTo(x2 - length * Math.cos(angle + turn), y2 - length * Math.sin(angle + turn));
    }
    context.fill();
  }

  // A cross in the middle of the arrow of a packet that never arrived.
  cross(x, y) {
    const { context, colours } = this.painter;
    context.lineWidth = 2;
    context.strokeStyle = colours.bad;
    this.painter.line(x - 5, y - 5, x + 5, y + 5);
    this.painter.line(x - 5, y + 5, x + 5, y - 5);
  }

  // A label is on its arrow between rows, where no other label is. A packet without such room has no label.
  labels(packets) {
    const { context, colours, model, layout, font } = this.painter;
    for (const packet of packets) {
      const [x1, y1, x2, y2] = this.ends(packet);
      const { name, group } = model.kind(packet);
      context.font = `11px ${font}`;
      const half = context.measureText(name).width / 2 + 3;
      for (const along of [0.5, 0.35, 0.65, 0.22, 0.78]) {
        const x = x1 + along * (x2 - x1), y = y1 + along * (y2 - y1);
        const box = [x - half, y - 8, x + half, y + 8];
        const row = layout.trackAt(y);
        if (row === undefined || y > layout.height) continue;
        const isFree = Math.abs(y - layout.y(row)) > Math.min(layout.bar / 2 + 8, layout.row * 0.3)
          && box[0] > layout.names && box[2] < layout.width && this.painter.takes(box);
        if (!isFree) continue;
        context.fillStyle = colours.ground;
        context.fillRect(box[0], box[1], 2 * half, 16);
        this.painter.text(name, x, y, colours[group], "center", 11);
        break;
      }
    }
  }
}
