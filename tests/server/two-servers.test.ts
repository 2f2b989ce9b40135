import http from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { type Atoll, startAtoll } from '#tests/support/atoll.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, pngFile } from '#tests/support/factories.ts';
import { listen } from '#tests/support/listen.ts';

let backend: Backend;
let servers: Atoll[];
/** A load balancer that sends each request to the other server than the one before, and where it has sent them. */
let url: string;
let stop: () => Promise<void>;
let used: string[] = [];

beforeAll(async () => {
  backend = await startPocketBase();
  servers = await Promise.all([1, 2].map(() => startAtoll({ backendUrl: backend.url })));
  const balancer = http.createServer((req, res) => {
    const target = servers[used.length % 2]?.url ?? '';
    used.push(target);
    const { method = 'GET', headers } = req;
    const forwarded = http.request(target + req.url, { method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    res.on('close', () => forwarded.destroy());
    req.pipe(forwarded);
  });
  ({ url, stop } = await listen(balancer));
});

beforeEach(() => {
  used = [];
});

afterAll(async () => {
  await stop();
  for (const server of servers) await server.stop();
  await backend.stop();
});

/** Expects that each server has had the last requests in turn. */
function expectBoth(count: number): void {
  expect(used).toHaveLength(count);
  expect(new Set(used).size).toBe(2);
}

test('two servers send the same page and the same parts, and either confirms a copy of the other', async () => {
  const pages = [await fetch(url), await fetch(url)];
  const [first, second] = await Promise.all(pages.map((page) => page.text()));
  expect(first).toBe(second);
  const etag = pages[0]?.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  for (const header of ['etag', 'content-security-policy']) {
    expect(pages[0]?.headers.get(header)).toBe(pages[1]?.headers.get(header));
  }
  for (const _ of servers) {
    const again = await fetch(url, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  }
  const part = /assets\/[\w.-]+\.js/.exec(first ?? '')?.[0];
  const parts = [await fetch(`${url}/${part}`), await fetch(`${url}/${part}`)];
  expect(parts.map(({ status }) => status)).toEqual([200, 200]);
  expect(await parts[0]?.text()).toBe(await parts[1]?.text());
  expectBoth(6);
});

test('a session, an upload and a subscription go on when the other server gets the next request', async () => {
  const api = createAdminApi(url, { email: backend.adminEmail, password: backend.adminPassword });
  const { id, name } = await createCollection(api, {
    name: 'posts',
    fields: [field('title'), field('cover', 'file')],
    listRule: '',
  });

  const stream = await fetch(`${url}/api/realtime`);
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(text)?.[1];
      if (found) return found;
      const { value, done } = (await events?.read()) ?? { done: true };
      if (done) throw new Error(`The stream ended: ${text}`);
      text += value;
    }
  };
  const clientId = await readUntil(/"clientId":"(\w+)"/);
  await api.post('/api/realtime', { clientId, subscriptions: [`${name}/*`] });

  const cover = pngFile('cover.png');
  const row = await createRecord(api, id, { title: 'Through both', cover });
  expect(await readUntil(/"title":"([^"]+)"/)).toBe('Through both');
  for (const _ of servers) {
    const file = await fetch(`${url}/api/files/${name}/${row.id}/${row['cover']}`);
    expect(await file.bytes()).toEqual(await cover.bytes());
    expect(await api.get(`/api/collections/${id}/records/${row.id}`)).toMatchObject({
      title: 'Through both',
    });
  }
  await events?.cancel();
  expectBoth(9);
});
