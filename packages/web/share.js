// A record in the fragment of an address: deflated, in base64url.

const KEY = "record=";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function linkOf(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const address = new URL(location.href);
  address.hash = KEY + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return address.href;
}

/** The text in a fragment; null if none exists. Throws where it cannot be read. */
export async function textOf(fragment) {
  if (!fragment.startsWith(`#${KEY}`)) return null;
  const binary = atob(fragment.slice(KEY.length + 1).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
