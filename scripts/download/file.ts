import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers';

export interface Limits {
  /** Ends the download. */
  signal: AbortSignal;
  /** Longest wait for the response, and then for each part of it, in ms. */
  idleMs: number;
}

/** PocketBase's zips are about 14 MB: a server that sends more than this sends something else. */
const MAX_BYTES = 200_000_000;

const MAX_CONNECTIONS = 5;

/**
 * Downloads to the file `part`. Goes on after what it contains if the server still has the same version of the file,
 * and connects again when a connection ends early.
 * @throws Error with the reason; `part` keeps what has arrived, for the next time
 */
export async function downloadFile(url: string, part: string, limits: Limits): Promise<void> {
  for (let connection = 1; ; connection++) {
    const size = sizeOf(part);
    try {
      return await downloadOnce(url, part, limits);
    } catch (error) {
      const isStuck = sizeOf(part) === size || connection === MAX_CONNECTIONS;
      if (isStuck || limits.signal.aborted) throw error;
    }
  }
}

async function downloadOnce(url: string, part: string, limits: Limits): Promise<void> {
  const size = sizeOf(part);
  const tag = size > 0 ? readTag(part) : '';
  const idle = limitIdle(url, limits);
  try {
    const response = await fetch(url, {
      // Parts of a compressed response would be parts of another file.
      headers: { 'accept-encoding': 'identity', ...(tag && { range: `bytes=${size}-`, 'if-range': tag }) },
      signal: idle.signal,
    });
    const isRest =
      response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${size}-`);
    const isWhole = response.status === 200;
    if (!isRest && !isWhole) {
      await response.body?.cancel();
      // What the server says about the range alone, for example when nothing is left to send.
      if (response.status === 206 || response.status === 416) discard(part);
      throw new Error(`${url} responded with ${response.status}`);
    }
    // GitHub redirects to other hosts.
    if (url.startsWith('https:') && !response.url.startsWith('https:')) {
      throw new Error(`${url} redirects to ${response.url}, which is not encrypted`);
    }
    if (isWhole) writeFileSync(tagFile(part), strongTag(response));
    const file = await open(part, isRest ? 'a' : 'w');
    try {
      let total = isRest ? size : 0;
      for await (const chunk of response.body ?? []) {
        idle.renew();
        total += chunk.length;
        if (total > MAX_BYTES) throw new Error(`${url} is larger than ${MAX_BYTES / 1e6} MB`);
        await file.appendFile(chunk);
      }
    } finally {
      await file.close();
    }
  } finally {
    idle.end();
  }
}

/** Adds to the signal that the server must not be silent for too long. */
function limitIdle(url: string, { signal, idleMs }: Limits) {
  const idle = new AbortController();
  const reason = new Error(`${new URL(url).host} sent nothing for ${idleMs / 1000} s`);
  const timer = setTimeout(() => idle.abort(reason), idleMs);
  return {
    signal: AbortSignal.any([signal, idle.signal]),
    renew: () => timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

/** Deletes a download. */
export function discard(part: string): void {
  for (const file of [part, tagFile(part)]) rmSync(file, { force: true });
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const tagFile = (part: string) => `${part}.etag`;

/** The entity tag of the version of the file that `part` is a part of; empty when unknown. */
function readTag(part: string): string {
  try {
    return readFileSync(tagFile(part), 'utf8');
  } catch {
    return '';
  }
}

/** A weak tag may be the same for other bytes. */
function strongTag({ headers }: Response): string {
  const tag = headers.get('etag') ?? '';
  return tag.startsWith('W/') ? '' : tag;
}
