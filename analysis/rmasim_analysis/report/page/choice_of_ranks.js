// The ranks that the reader selects, such as "0-7, 12", optionally with all ranks to or from which these send. A figure
// determines their order.

// The ranks of a text, null if it has none.
function ranksOf(text) {
  const found = new Set();
  for (const [, first, last] of text.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
    for (let rank = Number(first); rank <= Math.min(Number(last ?? first), 1e6); ++rank) found.add(rank);
  }
  return found.size ? found : null;
}

function withPartners(model, ranks) {
  const found = new Set(ranks);
  const { source, target } = model.packets;
  for (let packet = 0; packet < model.count; ++packet) {
    const [from, to] = [model.ranks[source[packet]], model.ranks[target[packet]]];
    if (ranks.has(from)) found.add(to);
    if (ranks.has(to)) found.add(from);
  }
  return found;
}

const FIGURES_OF_RANKS = {
  waiting: (model) => {
    const found = new Map();
    const { track, began, ended } = model.waits;
    track.forEach((one, wait) => add(found, model.ranks[one], ended[wait] - began[wait]));
    return found;
  },
  packets: (model) => {
    const found = new Map();
    model.packets.source.forEach((track) => add(found, model.ranks[track], 1));
    return found;
  },
  end: (model) => {
    const found = new Map();
    model.calls.track.forEach((track, call) => {
      const rank = model.ranks[track];
      found.set(rank, Math.max(found.get(rank) ?? 0, model.calls.ended[call]));
    });
    return found;
  },
};

function add(sums, key, value) { sums.set(key, (sums.get(key) ?? 0) + value); }

// The tracks to show, in their order: the largest figure first, and equal ones by number.
function chosenTracks(model, { text, partners, sort }) {
  let ranks = ranksOf(text);
  if (ranks && partners) ranks = withPartners(model, ranks);
  const tracks = model.tracks.map((_, track) => track).filter((track) => !ranks || ranks.has(model.ranks[track]));
  const figure = FIGURES_OF_RANKS[sort]?.(model);
  if (!figure) return tracks;
  const of = (track) => figure.get(model.ranks[track]) ?? 0;
  return tracks.sort((one, other) => of(other) - of(one) || model.ranks[one] - model.ranks[other] || one - other);
}
