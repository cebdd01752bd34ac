// Unpacks the page's scripts, and starts them. Unpacked they would be a fifth of the page.

// Five letters are the digits, to the base 85, of four bytes (RFC 1924). "," and "." stand for "<" and ">", which could
// end the element.
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=.?@^_`{|}~";

// The bytes of a part of the page. The last group may have fewer letters, one more than it has bytes.
function bytesOfPart(id) {
  const letters = document.getElementById(id).textContent, groups = Math.ceil(letters.length / 5);
  const values = new Uint8Array(128), view = new DataView(new ArrayBuffer(4 * groups));
  for (let k = 0; k < DIGITS.length; ++k) values[DIGITS.charCodeAt(k)] = k;
  for (let group = 0; group < groups; ++group) {
    let number = 0;
    for (let k = 5 * group; k < 5 * group + 5; ++k) {
      number = 85 * number + (k < letters.length ? values[letters.charCodeAt(k)] : DIGITS.length - 1);
    }
    view.setUint32(4 * group, number);
  }
  return new Uint8Array(view.buffer, 0, 4 * groups - (5 * groups - letters.length));
}

(async () => {
  const stream = new Blob([bytesOfPart("script")]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).arrayBuffer();
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const script = Object.assign(document.createElement("script"), { src: address });
  script.addEventListener("load", () => URL.revokeObjectURL(address));
  document.body.append(script);
})();
