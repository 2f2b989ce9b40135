import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { get } from '#tests/support/server/http-client.ts';
import { underEachRuntime } from './runtimes.ts';

const IDS = ['a/b', 'a\\b', 'a%b', '100%', 'a b?c#d', 'é//ü'];

let backend: Backend;

beforeAll(async () => {
  backend = await startPocketBase();
});

afterAll(() => backend?.stop());

underEachRuntime((start) => {
  test('the records and files of a view are reachable with any characters in their ids', async () => {
    const source = uniqueName('source');
    const view = uniqueName('view');
    await createCollection(backend.api, {
      name: source,
      fields: [field('key', 'text'), field('doc', 'file', {})],
    });
    for (const key of IDS) {
      await createRecord(backend.api, source, { key, doc: new File([key], 'doc.txt') });
    }
    const query = `select ${source}.key as id, ${source}.doc from ${source}`;
    await createCollection(backend.api, { name: view, type: 'view', fields: [], query });
    const atoll = await start(backend.url);
    const authorization = [`Authorization: ${await backend.adminToken()}`];
    for (const id of IDS) {
      const segment = encodeURIComponent(id);
      const path = `/api/collections/${view}/records/${segment}`;
      const response = await get(atoll.url, path, authorization);
      expect(response, id).toMatchObject({ status: 200 });
      const { id: found, doc } = JSON.parse(Buffer.from(response.body, 'latin1').toString());
      expect(found).toBe(id);
      const file = await get(atoll.url, `/api/files/${view}/${segment}/${doc}`);
      expect(file).toMatchObject({
        status: 200,
        headers: { vary: expect.stringContaining('Sec-Fetch-Dest') },
      });
      expect(Buffer.from(file.body, 'latin1').toString()).toBe(id);
    }
    await atoll.stop();
  });
});
