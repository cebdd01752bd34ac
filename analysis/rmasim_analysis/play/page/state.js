// What the page shows, and the part behind "#" that says it: the scenario and the settings as JSON, compressed, in the
// letters that links may have.

const FIELDS = ["variant", "family", "seed", "semantics", "settings", "limit"];
const LARGE_BYTES = 5_000_000;  // a link that unpacks to more is opened only if the reader agrees

function streamOf(bytes, transform) { return new Blob([bytes]).stream().pipeThrough(transform); }

async function through(bytes, transform) {
  return new Uint8Array(await new Response(streamOf(bytes, transform)).arrayBuffer());
}

// The text of compressed bytes. `agrees` is asked before the text becomes longer than LARGE_BYTES; undefined if the
// answer is no.
async function textThrough(bytes, transform, agrees) {
  const reader = streamOf(bytes, transform).getReader(), decoder = new TextDecoder();
  let text = "", length = 0, asked = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > LARGE_BYTES && !asked) {
      asked = true;
      if (!agrees(length)) {
        await reader.cancel();
        return undefined;
      }
    }
    text += decoder.decode(value, { stream: true });
  }
}

function lettersOf(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(letters) {
  return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

async function fragmentOf(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return lettersOf(await through(bytes, new CompressionStream("deflate-raw")));
}

// Null for a fragment that no page has written, and for one that the reader does not open.
async function stateOf(fragment, agrees) {
  if (!fragment) return null;
  try {
    const state = JSON.parse(await textThrough(bytesOf(fragment), new DecompressionStream("deflate-raw"), agrees));
    return typeof state.scenario === "string" ? state : null;
  } catch {
    return null;
  }
}

const unpackedParts = new Map();

// A part of the page by its id, unpacked once.
function part(id) {
  if (!unpackedParts.has(id)) {
    unpackedParts.set(id, through(bytesOfPart(id), new DecompressionStream("gzip")));
  }
  return unpackedParts.get(id);
}

async function textPart(id) { return new TextDecoder().decode(await part(id)); }
