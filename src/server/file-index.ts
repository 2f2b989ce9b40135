import { readdir, readFile } from 'node:fs/promises';
import { extname, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { versionOf } from './file-version.mjs';

/** The encoding of a sent file; `identity` means uncompressed. */
export type Encoding = 'br' | 'gzip' | 'identity';

export interface StaticFile {
  type: string;
  /** Strong ETag value without encoding suffix and quotes. */
  hash: string;
  /** Whether the name changes with the content, so that the file can be cached forever. */
  immutable: boolean;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const SUFFIXES = { '.br': 'br', '.gz': 'gzip' } as const;

/**
 * Reads every file of the built dashboard, so that no request becomes a file name, and indexes it by URL path. HTML is
 * compressed at start, because operators may have edited its settings. `page` replaces index.html.
 */
export async function indexFiles(dir: string, page?: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  const bodies = new Map<string, Buffer>();
  await Promise.all(
    paths.map(async (path) => {
      bodies.set(`/${relative(dir, path).split(sep).join('/')}`, await readFile(path));
    }),
  );

  if (page !== undefined) bodies.set('/index.html', Buffer.from(page));

  const index = new Map<string, StaticFile>();
  for (const [path, body] of bodies) {
    if (isCompressedCopy(path, bodies)) continue;
    index.set(encodeURI(path), readStaticFile(path, body, bodies));
  }
  const root = index.get('/index.html');
  if (root) index.set('/', root);
  return index;
}

function readStaticFile(path: string, body: Buffer, bodies: Map<string, Buffer>): StaticFile {
  const file: StaticFile = {
    type: contentType(path),
    hash: versionOf(body),
    immutable: path.startsWith('/assets/'),
    bodies: { identity: body },
  };
  if (path.endsWith('.html')) {
    file.bodies.br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    file.bodies.gzip = gzipSync(body, { level: 9 });
    return file;
  }
  for (const [suffix, encoding] of Object.entries(SUFFIXES)) {
    const copy = bodies.get(path + suffix);
    if (copy) file.bodies[encoding] = copy;
  }
  return file;
}

function isCompressedCopy(path: string, bodies: Map<string, Buffer>): boolean {
  return Object.keys(SUFFIXES).some(
    (suffix) => path.endsWith(suffix) && bodies.has(path.slice(0, -suffix.length)),
  );
}

export function contentType(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
