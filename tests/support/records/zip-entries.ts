/** Signatures of a zip: an entry of its directory, and the directory's end. */
const ENTRY = 0x02014b50;
const END = 0x06054b50;

/** The entries of a zip without compression, by name. */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== END) throw new Error('The zip has no end.');
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the zip is broken.');
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error('An entry is compressed.');
    const size = zip.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    found.set(zip.toString('utf8', at + 46, at + 46 + (name ?? 0)), zip.subarray(data, data + size));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}
