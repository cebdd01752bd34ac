// Unpacks the page's scripts, and starts them. Unpacked they would be a fifth of the page.

(async () => {
  const letters = document.getElementById("script").textContent;
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).arrayBuffer();
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const script = Object.assign(document.createElement("script"), { src: address });
  script.addEventListener("load", () => URL.revokeObjectURL(address));
  document.body.append(script);
})();
