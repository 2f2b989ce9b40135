import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { S3Storage } from '#domain/backend/settings.ts';
import { startServerProcess } from './server-process.ts';

export interface S3 {
  readonly url: string;
  /** The settings of a backend for this server. */
  readonly settings: S3Storage & { readonly secret: string };
  /** Paths of the stored objects' files, relative to the bucket. */
  objects(): string[];
  stop(): Promise<void>;
}

const BUCKET = 'atoll-test';

/** An S3 server on a free port with one empty bucket, its objects in a temporary folder. */
export async function startS3(): Promise<S3> {
  const directory = mkdtempSync(`${tmpdir()}/atoll-s3-`);
  const { url, stop } = await startServerProcess('tests/support/s3-server.ts', [directory, BUCKET]);
  const objects = (): string[] => {
    const bucket = `${directory}/${BUCKET}`;
    if (!existsSync(bucket)) return [];
    try {
      return readdirSync(bucket, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('._S3rver_object'))
        .map((path) => path.replace(/\._S3rver_object$/, ''));
    } catch (error) {
      // A folder was removed meanwhile.
      if (Reflect.get(Object(error), 'code') === 'ENOENT') return objects();
      throw error;
    }
  };
  return {
    url,
    settings: {
      isEnabled: true,
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: url,
      // The only key pair of this server.
      accessKey: 'S3RVER',
      secret: 'S3RVER',
      // 127.0.0.1 has no sub-domain for the bucket.
      usesPaths: true,
    },
    objects,
    async stop() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
