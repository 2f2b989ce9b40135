import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { uploadFiles } from '#tests/support/records/uploaded-files.ts';
import { startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { get } from '#tests/support/server/http-client.ts';
import type { Running } from '#tests/support/server/start.ts';
import { underEachRuntime } from './runtimes.ts';

let backend: Backend;
/** Path of each uploaded file, by its original name. */
let paths: Record<string, string>;

beforeAll(async () => {
  backend = await startPocketBase();
  paths = await uploadFiles(backend.api);
});

afterAll(() => backend?.stop());

underEachRuntime((start) => {
  let atoll: Running;

  beforeAll(async () => {
    atoll = await start(backend.url);
  });

  afterAll(() => atoll?.stop());

  test('uploaded pages and drawings are only sent as downloads', async () => {
    for (const file of ['page.html', 'mark.svg']) {
      const { headers } = await fetch(atoll.url + paths[file]);
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('a part of a file can be requested', async () => {
    const response = await fetch(atoll.url + paths['paper.pdf'], { headers: { Range: 'bytes=0-7' } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe('%PDF-1.4');
  });

  test('a file has the same policy and bytes for every spelling of its address', async () => {
    const fake = await startFakeBackend();
    const front = await start(fake.url);
    const body = JSON.stringify({ text: 'long enough to be compressed '.repeat(99) });
    for (const path of ['/api/files/a/b/c', '/api/%66iles/a/b/c', '/api/fi%256ces/a/b/c']) {
      const response = get(front.url, path, ['Accept-Encoding: gzip']);
      const { url, res } = await fake.next();
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      expect(url).toBe(path);
      const { headers } = await response;
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers.vary).toBe('Sec-Fetch-Dest');
      expect(headers['content-encoding']).toBeUndefined();
    }
    await front.stop();
    await fake.stop();
  });
});
