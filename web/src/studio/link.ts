/** A link that carries what is edited, behind `#`: it never reaches a server. */

export interface Carried {
  name: string;
  text: string;
  ruleset: string;
  /** Edited rules, if they are shown. */
  rules: string | null;
}

async function through(bytes: Uint8Array, by: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(by as ReadableWritablePair);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function linkOf(carried: Carried): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(carried)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.href.split("#")[0]}#${text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** What the page's own address carries; nothing if it carries nothing that can be read. */
export async function carried(): Promise<Carried | null> {
  const text = location.hash.slice(1).replace(/-/g, "+").replace(/_/g, "/");
  if (!text) return null;
  try {
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
    return typeof found.text === "string" && typeof found.name === "string" ? found : null;
  } catch {
    return null;
  }
}
