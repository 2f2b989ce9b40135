import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { listen } from './listen.ts';

export interface StaticServer {
  /** Address of the folder, including the sub-path, with a trailing slash. */
  readonly url: string;
  /** Requested paths that are outside of the sub-path or do not exist. */
  readonly missed: string[];
  stop(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/**
 * A minimal file server: no rewrites, no additional headers, `index.html` for folders.
 * @param options.basePath sub-path of the files, such as `/tools/atoll/`; `/` when absent.
 */
export async function startStatic(options: { dir: string; basePath?: string }): Promise<StaticServer> {
  const basePath = `/${(options.basePath ?? '').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  const missed: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.startsWith(basePath) ? findFile(options.dir, path.slice(basePath.length)) : undefined;
    if (file === undefined) {
      missed.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    // Who leaves the page ends the request; the folder may be gone by then.
    pipeline(createReadStream(file), response, () => {});
  });
  const { url, stop } = await listen(server);
  return { url: url + basePath, missed, stop };
}

function findFile(dir: string, path: string): string | undefined {
  const relative = normalize(`/${path}`);
  const file = `${dir}${relative}`;
  if (!existsSync(file)) return undefined;
  if (!statSync(file).isDirectory()) return file;
  return existsSync(`${file}/index.html`) ? `${file}/index.html` : undefined;
}
