// Reads columns of numbers from their short texts. The report's columns.py describes the format.

function unpackedColumn(text) {
  const bytes = Uint8Array.from(atob(text.slice(1)), (letter) => letter.charCodeAt(0));
  const addsUp = text[0] === "+";
  const numbers = [];
  let number = 0, scale = 1, last = 0;
  for (const byte of bytes) {
    number += (byte & 127) * scale;
    scale *= 128;
    if (byte > 127) continue;
    const value = number % 2 ? -(number + 1) / 2 : number / 2;
    last = addsUp ? last + value : value;
    numbers.push(last);
    number = 0;
    scale = 1;
  }
  return numbers;
}

// Columns of a page are texts; those that the page itself has made are lists.
function unpacked(columns) {
  return Object.fromEntries(Object.entries(columns).map(([name, one]) =>
    [name, typeof one === "string" ? unpackedColumn(one) : one]));
}

function unpackedData(data) {
  const parts = ["calls", "waits", "packets", "notes", "critical"];
  return { ...data, ...Object.fromEntries(parts.map((part) => [part, unpacked(data[part])])) };
}
