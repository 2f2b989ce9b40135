import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { fileForm, startHastyBackend, upload } from '#tests/support/server/uploads.ts';
import { underEachRuntime } from './runtimes.ts';

// Sends hundreds of MB.
vi.setConfig({ testTimeout: 180_000 });

const MEGABYTE = 1_000_000;
const SIZES = [5, 60];
/** How many uploads of each size are refused. */
const UPLOADS = 12;
/** How many of them run at the same time. */
const CLIENTS = 3;

let backend: Backend;

beforeAll(async () => {
  backend = await startPocketBase();
});

afterAll(() => backend?.stop());

/** Sends the same body repeatedly, several at a time. */
async function uploadMany(urls: readonly string[], body: Buffer) {
  const rest = Array.from({ length: UPLOADS }, (_, index) => urls[index % urls.length] ?? '').values();
  const responses: Awaited<ReturnType<typeof upload>>[] = [];
  const work = async () => {
    for (const url of rest) responses.push(await upload(url, body));
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return responses;
}

underEachRuntime((start) => {
  test('delivers the reason why the backend refused an upload: its rule or its size', async () => {
    const locked = uniqueName('locked');
    const narrow = uniqueName('narrow');
    const doc = field('doc', 'file', { maxSize: 1000 });
    await createCollection(backend.api, { name: locked, fields: [doc], createRule: null });
    await createCollection(backend.api, { name: narrow, fields: [doc], createRule: '' });
    const atoll = await start(backend.url);
    // PocketBase has no limit for a whole request, so never 413: it checks the rule before it reads the form, and the
    // size of the file after that.
    const reasons = {
      [locked]: { code: 403, message: 'Only admins can perform this action.', data: {} },
      [narrow]: {
        code: 400,
        message: 'Failed to create record.',
        data: {
          doc: {
            code: 'validation_file_size_limit',
            message: 'Failed to upload "doc.bin" - the maximum allowed file size is 1000 bytes.',
          },
        },
      },
    };
    for (const size of SIZES) {
      const form = fileForm(size * MEGABYTE);
      // Each client sends to both collections.
      const urls = Object.keys(reasons).map((name) => `${atoll.url}/api/collections/${name}/records`);
      const responses = await uploadMany(urls, form);
      const received = responses.map(({ status, text }) => ({ status, body: JSON.parse(text) }));
      const expected = Object.values(reasons).flatMap((body) =>
        Array.from({ length: UPLOADS / urls.length }, () => ({ status: body.code, body })),
      );
      expect(received.sort((a, b) => b.status - a.status)).toEqual(expected);
    }
    await atoll.stop();
  });

  test('delivers a response that arrived before the connection broke', async () => {
    const hasty = await startHastyBackend();
    const atoll = await start(hasty.url);
    for (const size of SIZES) {
      const responses = await uploadMany([`${atoll.url}/api/upload`], Buffer.alloc(size * MEGABYTE));
      expect(responses).toEqual(
        Array.from({ length: UPLOADS }, () => ({ status: 413, text: '{"code":413}' })),
      );
    }
    await atoll.stop();
    await hasty.stop();
  });
});
