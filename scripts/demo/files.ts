import { mkdirSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Random } from '#scripts/lib/random.ts';

/** Content and type of one generated file. */
export interface DemoFile {
  content: Buffer;
  type: string;
  extension: string;
}

/** A PNG of 320 x 240 pixels in two colours: a horizon at a random height. */
export function png(random: Random): DemoFile {
  const [width, height] = [320, 240];
  const [sky, land] = [colour(random, 150), colour(random, 40)];
  const horizon = random.int(80, 180);
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y++) {
    const pixel = Buffer.from(y < horizon ? sky.map((part) => Math.min(255, part + y / 3)) : land);
    rows.push(Buffer.from([0]), Buffer.alloc(width * 3, pixel));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return { content: Buffer.concat([signature, ...chunks]), type: 'image/png', extension: 'png' };
}

function colour(random: Random, from: number): number[] {
  return [random.int(from, from + 90), random.int(from, from + 90), random.int(from, from + 90)];
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

export function svg(random: Random): DemoFile {
  const hue = random.int(0, 359);
  const rings = [44, 30, 16].map(
    (r) => `<circle cx="50" cy="50" r="${r}" fill="hsl(${hue} 55% ${r + 30}%)"/>`,
  );
  const content = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${rings.join('')}</svg>\n`;
  return { content: Buffer.from(content), type: 'image/svg+xml', extension: 'svg' };
}

/** @param line printable ASCII without brackets and backslashes. */
export function pdf(line: string): DemoFile {
  const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let content = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = content.length;
    content += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  content +=
    `xref\n0 ${size}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${content.length}\n%%EOF\n`;
  return { content: Buffer.from(content, 'latin1'), type: 'application/pdf', extension: 'pdf' };
}

export function text(content: string): DemoFile {
  return { content: Buffer.from(content), type: 'text/plain; charset=utf-8', extension: 'txt' };
}

/** Writes files to the folders in which PocketBase stores the files of a record. */
export class Storage {
  readonly #dir: string;

  constructor(dataDir: string) {
    this.#dir = `${dataDir}/storage`;
  }

  /** @returns the name to store in the record. */
  add(collectionId: string, recordId: string, base: string, file: DemoFile): string {
    const folder = `${this.#dir}/${collectionId}/${recordId}`;
    const name = `${base}.${file.extension}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}`, file.content);
    // PocketBase stores the type of a file in a second file next to it.
    const attributes = { 'user.content_type': file.type, 'user.metadata': { 'original-filename': name } };
    writeFileSync(`${folder}/${name}.attrs`, JSON.stringify(attributes));
    return name;
  }
}
