import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { startChild } from '#scripts/lib/child.ts';
import { inRoot } from '#scripts/lib/paths.ts';

/** The shape of PocketBase's `s3` and `backups.s3` settings. */
export interface S3Settings {
  enabled: boolean;
  bucket: string;
  region: string;
  endpoint: string;
  accessKey: string;
  secret: string;
  forcePathStyle: boolean;
}

export interface S3 {
  readonly url: string;
  /** PocketBase's settings for this server. */
  readonly settings: S3Settings;
  /** Paths of the stored objects' files, relative to the bucket. */
  objects(): string[];
  stop(): Promise<void>;
}

const BUCKET = 'atoll-test';

const READY_LINE = /^S3 listening on (http:\/\/\S+)$/;

/**
 * An S3 server on a free port with one empty bucket, its objects in a temporary folder. It is a process of its own:
 * Playwright's loader breaks the JSON files that its packages require.
 */
export async function startS3(): Promise<S3> {
  const directory = mkdtempSync(`${tmpdir()}/atoll-s3-`);
  const ready = Promise.withResolvers<string>();
  const script = inRoot('tests/support/s3-server.ts');
  const child = await startChild(process.execPath, ['run', '-A', '--no-lock', script, directory, BUCKET], {
    onLine: (line) => {
      const address = READY_LINE.exec(line)?.[1];
      if (address) ready.resolve(address);
    },
  });
  const ended = child.exited.then(() => {
    throw new Error(child.output().trim() || 'The S3 server exited without any output.');
  });
  const url = await Promise.race([ready.promise, ended]);
  return {
    url,
    settings: {
      enabled: true,
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: url,
      // The only key pair of this server.
      accessKey: 'S3RVER',
      secret: 'S3RVER',
      // 127.0.0.1 has no sub-domain for the bucket.
      forcePathStyle: true,
    },
    objects() {
      const bucket = `${directory}/${BUCKET}`;
      if (!existsSync(bucket)) return [];
      return readdirSync(bucket, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('._S3rver_object'))
        .map((path) => path.replace(/\._S3rver_object$/, ''));
    },
    async stop() {
      await child.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
