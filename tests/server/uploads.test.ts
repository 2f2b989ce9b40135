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
    const doc = field('doc', 'file', { options: { maxSelect: 1, maxSize: 1000 } });
    await createCollection(backend.api, { name: locked, schema: [doc], createRule: null });
    await createCollection(backend.api, { name: narrow, schema: [doc], createRule: '' });
    const atoll = await start(backend.url);
    const urls = [locked, narrow].map((name) => `${atoll.url}/api/collections/${name}/records`);
    for (const size of SIZES) {
      const responses = await uploadMany(urls, fileForm(size * MEGABYTE));
      expect(responses).toHaveLength(UPLOADS);
      for (const { status, text } of responses) {
        expect([400, 403, 413], text).toContain(status);
        expect(JSON.parse(text)).toMatchObject({ code: status });
      }
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
