// Rows that are too low for bars, such as those of a thousand ranks. Each pixel shows what a rank does at the moment in
// the middle of the pixel. Pixels are set directly, because shapes take ten times as long.

class FarRows {
  constructor(painter) {
    this.painter = painter;
    this.canvas = document.createElement("canvas");
  }

  paint() {
    const { layout, model, view, context } = this.painter;
    const width = Math.max(Math.ceil(view.right - view.left), 1), height = Math.max(layout.rowsHeight, 1);
    this.canvas.width = width;
    this.canvas.height = height;
    const drawing = this.canvas.getContext("2d");
    const image = drawing.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (const track of layout.inSight) {
      const top = Math.max(Math.round(layout.y(track) - layout.row / 2) - Layout.AXIS, 0);
      const foot = Math.min(Math.max(Math.round(layout.y(track) + layout.row / 2) - Layout.AXIS, top + 1), height);
      const fill = (began, ended, colour) => {
        const left = Math.max(Math.ceil(view.x(began) - view.left - 0.5), 0);
        const right = Math.min(Math.ceil(view.x(ended) - view.left - 0.5), width);
        if (right <= left) return;
        for (let y = top; y < foot; ++y) pixels.fill(colour, y * width + left, y * width + right);
      };
      this.calls(model.callsOf[track], fill);
      this.waits(model.waitsOf[track], fill);
    }
    drawing.putImageData(image, 0, 0);
    context.drawImage(this.canvas, view.left, Layout.AXIS);
  }

  calls(calls, fill) {
    const { model, view } = this.painter;
    const [compute, call, stuck] = ["cause-compute", "call", "bad"].map((name) => this.pixel(name));
    for (let k = firstWhere(calls.length, (n) => model.ended(calls[n]) >= view.from);
      k < calls.length && model.began(calls[k]) <= view.to; ++k) {
      const colour = calls[k] < 0 ? stuck : model.callName(calls[k]) === "compute" ? compute : call;
      fill(model.began(calls[k]), model.ended(calls[k]), colour);
    }
  }

  waits(waits, fill) {
    const { model, view } = this.painter, { began, ended, cause } = model.waits;
    const colours = model.causes.map((_, number) => this.pixel(this.painter.waitColour(number)));
    for (let k = firstWhere(waits.length, (n) => ended[waits[n]] >= view.from);
      k < waits.length && began[waits[k]] <= view.to; ++k) {
      fill(began[waits[k]], ended[waits[k]], colours[cause[waits[k]]]);
    }
  }

  // "#rrggbb" as a pixel of an image, whose bytes are red, green, blue, opacity.
  pixel(name) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(this.painter.colours[name].slice(at, at + 2), 16));
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  }
}
