import { makeZip } from 'client-zip';

/** The bytes of a zip with these files, in order, by name; a name may be repeated. */
export async function zipOf(
  files: Iterable<readonly [name: string, text: string]>,
): Promise<Uint8Array<ArrayBuffer>> {
  const inputs = Array.from(files, ([name, input]) => ({ name, input, lastModified: new Date() }));
  return new Uint8Array(await new Response(makeZip(inputs)).arrayBuffer());
}
