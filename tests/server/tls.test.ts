import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTHORITY, CERTIFICATE, KEY } from '#tests/support/server/certificate.ts';
import { type FakeBackend, startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { exchange, get, requestText } from '#tests/support/server/http-client.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime((start) => {
  let backend: FakeBackend;
  let folder: string;

  beforeAll(async () => {
    backend = await startFakeBackend({ key: KEY, cert: CERTIFICATE });
    folder = mkdtempSync(`${tmpdir()}/atoll-tls-`);
    writeFileSync(`${folder}/authority.pem`, AUTHORITY);
  });

  afterAll(async () => {
    await backend?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  test('reads from and writes to a backend with TLS and a sub-path', async () => {
    const atoll = await start(`${backend.url}/sub/`, { NODE_EXTRA_CA_CERTS: `${folder}/authority.pem` });
    for (const method of ['GET', 'DELETE']) {
      const response = exchange(atoll.url, requestText(`${method} /api/x?y`));
      const { url, req, res } = await backend.next();
      expect(url).toBe('/sub/api/x?y');
      expect(req.headers.host).toBe(new URL(backend.url).host);
      res.end();
      expect((await response).status).toBe(200);
    }
    await atoll.stop();
  });

  test("refuses a backend whose certificate can't be verified, and logs the reason", async () => {
    const before = backend.seen.length;
    const atoll = await start(backend.url);
    expect((await get(atoll.url, '/api/health')).status).toBe(502);
    await expect.poll(() => atoll.output()).toMatch(/can't be reached: .*certificate/);
    expect(backend.seen.length).toBe(before);
    await atoll.stop();
  });
});
