// Numbers, times and settings as texts.

const TIME_UNITS = [["s", 1e9], ["ms", 1e6], ["µs", 1e3]];

// A number with this many digits, rounded as the package rounds: the number halfway between two becomes the even one.
function rounded(value, digits) {
  const scaled = value * 10 ** digits, below = Math.floor(scaled);
  const isHalfway = scaled - below === 0.5 && Number.isInteger(value * 2 ** (digits + 1));  // exactly, in binary
  return isHalfway && below % 2 === 0 ? (below / 10 ** digits).toFixed(digits) : value.toFixed(digits);
}

function grouped(value, digits = 0) {
  const shown = digits ? Number(rounded(value, digits)) : value;
  return shown.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// A number and its noun: "1 rank", "2 ranks".
function counted(value, noun, nouns = `${noun}s`) { return `${grouped(value)} ${value === 1 ? noun : nouns}`; }

// "9,484 ns", "26.0 µs", "63.7 ms": a number has at most five digits.
function time(ns) {
  const unit = TIME_UNITS.find(([, length]) => Math.abs(ns) >= 10 * length);
  return unit ? `${grouped(ns / unit[1], 1)} ${unit[0]}` : `${grouped(ns)} ns`;
}

// The texts of times that a reader compares. All have the unit of the longest one, and the digits that the shortest
// one needs, at most three.
function times(all) {
  const known = all.filter((ns) => ns !== null && ns !== undefined);
  const longest = known.reduce((one, other) => Math.max(one, other), 0);
  const [unit, length] = TIME_UNITS.find(([, one]) => longest >= 10 * one) ?? ["ns", 1];
  const shortest = known.filter((ns) => ns).reduce((one, other) => Math.min(one, other), Infinity);
  const fits = [1, 2, 3].find((digits) => Math.min(shortest, longest || 0) >= length / 10 ** (digits - 1)) ?? 3;
  const digits = unit === "ns" ? 0 : fits;
  return all.map((ns) => {
    if (ns === null || ns === undefined) return "";
    if (ns === 0) return `0 ${unit}`;
    if (digits && ns < length / 10 ** digits) return `<${(10 ** -digits).toFixed(digits)} ${unit}`;
    return `${grouped(ns / length, digits)} ${unit}`;
  });
}

// The least number of digits, at least `least`, with which different values have different texts. At most nine.
function digitsOf(values, text, least) {
  const different = new Set(values).size;
  for (let digits = least; digits < 9; ++digits) {
    if (new Set(values.map((value) => text(value, digits))).size === different) return digits;
  }
  return 9;
}

// The number of digits after the point of a text of a number.
function decimalsOf(text) { return text.split(".")[1]?.length ?? 0; }

function percentage(share, digits = 1) { return `${rounded(100 * share, digits)}%`; }

// A value in the notation of scenarios. A text has no quotes.
function said(value) { return typeof value === "string" ? value : JSON.stringify(value); }

// Nested settings as pairs of path and value.
function flatSettings(settings, path = "") {
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) return [[path, said(settings)]];
  return Object.entries(settings).flatMap(([key, part]) => flatSettings(part, path ? `${path}.${key}` : key));
}

function sum(values) { return values.reduce((all, one) => all + one, 0); }

function most(values, otherwise = 0) { return values.reduce((one, other) => Math.max(one, other), otherwise); }

// The rows of a table with bars, the largest value first. `share` is 1 for the largest value.
function shares(values) {
  const entries = Object.entries(values);
  const total = sum(entries.map(([, value]) => value)) || 1, largest = most(entries.map(([, value]) => value)) || 1;
  const byName = ([one], [other]) => (one < other ? -1 : one > other ? 1 : 0);
  return entries.sort((one, other) => other[1] - one[1] || byName(one, other))
    .map(([name, value]) => ({ name, value, share: value / largest, part: value / total }));
}
