// A long page comes packed: base64 of what zlib wrote of its map, its choices, what its script knows, and the script.
document.addEventListener("DOMContentLoaded", async () => {
  if (typeof DecompressionStream !== "function") return;
  const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), letter => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const [map, asked, known, source] = JSON.parse(await new Response(unpacked).text());
  const read = (text, kind) => new DOMParser().parseFromString(text, kind);
  if (map) document.querySelector("#map .scroll").replaceChildren(read(map, "image/svg+xml").documentElement);
  if (asked) document.getElementById("asked").replaceWith(read(asked, "text/html").body.firstElementChild);
  for (const [text, more] of [[known, {type: "application/json", id: "writing"}], [source, {}]])
    document.body.append(Object.assign(document.createElement("script"), {textContent: text}, more));
});
