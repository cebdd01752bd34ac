// The tracks that the diagram shows, their order, the height of their rows, and how far they are scrolled. The stage is
// a window onto all rows. It is never taller than a part of the browser's window, so that the axis and the description
// of what is chosen stay in sight.

class Layout {
  static AXIS = 30;
  static FOOT = 8;
  static STRIP = 52;          // the foot where rows are too low to show packets each
  static LOW = 5;
  static TALLEST = 110;
  static READABLE = 13;       // the row of a name that can be read
  static MOST_READABLE = 128; // with more tracks the diagram begins with all of them in sight
  static PART = 0.6;          // of the browser window's height
  static LETTER_PX = 7;       // of a track's name, about

  constructor(tracks) {
    this.tracks = tracks;
    this.row = 0;
    this.top = 0;
    this.show(tracks.map((_, track) => track));
  }

  // Only these tracks, in this order.
  show(order) {
    this.order = order;
    this.rowOf = new Map(order.map((track, row) => [track, row]));
    if (this.width) this.fit();
  }

  setSize(width, windowHeight) {
    this.width = width;
    this.room = Math.max(Math.round(windowHeight * Layout.PART), 180);
    const longest = Math.max(...this.tracks.map((name) => name.length));
    this.names = Math.min(longest * Layout.LETTER_PX + 22, width * 0.3);
    if (!this.row) this.fit();
  }

  // Shows all rows, if their names can be read. Very many rows are all shown in any case.
  fit() {
    const whole = this.wholeRow;
    this.row = this.order.length > Layout.MOST_READABLE ? whole : Math.max(whole, Layout.READABLE);
    this.top = 0;
  }

  get wholeRow() {
    const fits = (foot) => (this.room - Layout.AXIS - foot) / Math.max(this.order.length, 1);
    return Math.min(fits(Layout.FOOT) < Layout.LOW ? fits(Layout.STRIP) : fits(Layout.FOOT), Layout.TALLEST);
  }

  get isLow() { return this.row < Layout.LOW; }

  get foot() { return this.isLow ? Layout.STRIP : Layout.FOOT; }

  // The height between axis and foot.
  get rowsHeight() { return Math.round(this.height - Layout.AXIS - this.foot); }

  get contents() { return Math.ceil(Layout.AXIS + this.row * this.order.length + this.foot); }

  get height() { return Math.min(this.contents, this.room); }

  get bar() { return this.isLow ? this.row : Math.min(this.row * 0.4, 24); }

  // Makes rows taller or lower. The row in the middle of the stage stays there.
  stretch(factor) {
    const middle = this.rowAt(this.height / 2);
    this.row = Math.min(Math.max(this.row * factor, Math.min(this.wholeRow, 2)), Layout.TALLEST);
    this.scroll(Layout.AXIS + middle * this.row - this.height / 2);
  }

  scroll(top) { this.top = Math.min(Math.max(top, 0), Math.max(this.contents - this.height, 0)); }

  isShown(track) { return this.rowOf.has(track); }

  // The middle of a track's row, which may be out of sight. NaN for a track that is not shown.
  y(track) { return Layout.AXIS + this.row * (this.rowOf.get(track) + 0.5) - this.top; }

  rowAt(y) { return (y + this.top - Layout.AXIS) / this.row; }

  trackAt(y) { return y < Layout.AXIS ? undefined : this.order[Math.floor(this.rowAt(y))]; }

  // The tracks that are at least partly in sight.
  get inSight() {
    const first = Math.max(Math.floor(this.rowAt(Layout.AXIS)), 0);
    return this.order.slice(first, Math.ceil(this.rowAt(Layout.AXIS + this.rowsHeight)));
  }

  // Scrolls as little as necessary to show both rows. Makes rows lower if both do not fit.
  reveal(one, other) {
    if (!this.isShown(one) || !this.isShown(other)) return;
    const [first, last] = [one, other].map((track) => this.rowOf.get(track)).sort((a, b) => a - b);
    const room = this.rowsHeight;
    if ((last - first + 1) * this.row > room) this.row = Math.max(room / (last - first + 2), this.wholeRow);
    if (first * this.row < this.top) this.scroll(first * this.row);
    else if ((last + 1) * this.row > this.top + room) this.scroll((last + 1) * this.row - room);
  }
}
