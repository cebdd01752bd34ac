// What the page shows, and the part behind "#" that says it: the scenario and the settings as JSON, compressed, in the
// letters that links may have.

const FIELDS = ["variant", "family", "seed", "semantics", "settings", "limit"];

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
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

// Null for a fragment that no page has written.
async function stateOf(fragment) {
  if (!fragment) return null;
  try {
    const bytes = await through(bytesOf(fragment), new DecompressionStream("deflate-raw"));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state.scenario === "string" ? state : null;
  } catch {
    return null;
  }
}

const unpacked = new Map();

// A part of the page by its id, unpacked once.
function part(id) {
  if (!unpacked.has(id)) {
    const bytes = bytesOf(document.getElementById(id).textContent);
    unpacked.set(id, through(bytes, new DecompressionStream("gzip")));
  }
  return unpacked.get(id);
}

async function textPart(id) { return new TextDecoder().decode(await part(id)); }
