import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  openAsBlob,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { lock } from '#scripts/lib/lock.ts';
import { discard, downloadFile, type Limits } from './file.ts';
import { checksumOf, type Release } from './release.ts';

const LOCK_POLL_MS = 100;

/** The folder of a downloaded release in the cache. */
export function releaseFolder(cache: string, { version, platform }: Release): string {
  return join(cache, `${version}_${platform}`);
}

/**
 * Downloads a release into its folder, or waits for another process that does so.
 * @param releases address of the folder that contains the releases, without a slash at the end
 * @param pin the SHA-256 of its program, if known
 * @returns path of the program
 * @throws Error with the reason; what has arrived is kept for the next time, except when its checksum is wrong
 */
export async function downloadPocketBase(
  release: Release,
  { releases, dir, limits, pin }: { releases: string; dir: string; limits: Limits; pin?: string | undefined },
): Promise<string> {
  const program = join(dir, release.program);
  const part = join(dir, `${release.file}.part`);
  const list = join(dir, 'checksums.txt');
  const address = `${releases}/v${release.version}`;
  mkdirSync(dir, { recursive: true });
  const unlock = await waitForLock(join(dir, 'lock'), limits.signal);
  try {
    if (existsSync(program)) return program;
    discard(list);
    await downloadFile(`${address}/checksums.txt`, list, limits);
    const expected = checksumOf(release.file, readFileSync(list, 'utf8'));
    if (!expected) throw new Error(`${address}/checksums.txt does not list ${release.file}`);
    await downloadFile(`${address}/${release.file}`, part, limits);
    if ((await sha256(part)) !== expected) {
      discard(part);
      throw new Error(`${address}/${release.file} has a wrong checksum, and was deleted`);
    }
    await extract(part, release.program, program, pin);
    for (const file of [part, list]) discard(file);
    return program;
  } finally {
    unlock();
  }
}

async function waitForLock(path: string, signal: AbortSignal): Promise<() => void> {
  // A file, because Windows locks no folders.
  writeFileSync(path, '', { flag: 'a' });
  for (;;) {
    const unlock = await lock(path);
    if (unlock) return unlock;
    await setTimeout(LOCK_POLL_MS, undefined, { signal });
  }
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Writes the file `name` of a zip to `target`, which appears only when it is complete. Ignores all others.
 * @param pin the SHA-256 that the file must have; any when undefined
 */
export async function extract(zip: string, name: string, target: string, pin?: string): Promise<void> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(zip)), { useWebWorkers: false });
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.directory || entry.filename !== name) continue;
    // Of its own for each process: a system without locks may let two get here.
    const path = `${target}.${process.pid}`;
    const draft = await open(path, 'w', 0o755);
    try {
      await entry.getData(new WritableStream({ write: (chunk) => draft.appendFile(chunk) }));
      // Otherwise a crash of the machine could leave an empty program under the final name.
      await draft.sync();
    } finally {
      await draft.close();
    }
    if (pin && (await sha256(path)) !== pin) {
      rmSync(path);
      throw new Error(`the program in ${basename(zip)} is another one than Atoll knows, and was deleted`);
    }
    await rename(path, target);
    return;
  }
  throw new Error(`${zip} does not contain ${name}`);
}
