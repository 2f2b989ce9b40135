import { afterAll, expect, test } from 'vitest';
import { RequestError } from '#api/request-error.ts';
import { field } from '#scripts/lib/schema.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { batchRequest, readBatch, readBatchRefusal } from '#wire/batch.ts';
import { countRequest, deleteRecordRequest, saveRecordRequest } from '#wire/records.ts';
import { saveSettingsRequest } from '#wire/settings.ts';
import { onEach, type Port } from './port.ts';

const LIMITS = { enabled: true, maxRequests: 5, timeout: 3, maxBodySize: 0 };
const setBatch = (port: Port, batch: object) =>
  port.send(saveSettingsRequest({ batch: { ...LIMITS, ...batch } }));

/** A collection whose titles are unique and short, with the record `taken`. */
async function begin(port: Port) {
  const name = uniqueName('batched');
  const { id } = await port.create({
    name,
    fields: [field('title', 'text', { max: 5 }), field('amount', 'number')],
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
  });
  const taken = await port.save(id, { title: 'taken' });
  const count = async () => (await port.send<{ totalItems: number }>(countRequest(id, ''))).totalItems;
  const create = (title: string) => saveRecordRequest(id, undefined, { title });
  return { id, taken, count, create };
}

const failing = async (port: Port, ...request: Parameters<Port['send']>) => {
  const thrown: unknown = await port.send(...request).catch((error: unknown) => error);
  if (!(thrown instanceof RequestError)) throw new Error('Accepted.');
  return { status: thrown.status, refusal: readBatchRefusal(thrown.response) };
};

onEach((port) => {
  // Other files ask the same backend.
  afterAll(async () => {
    if (port.has('hasBatch')) await setBatch(port, { enabled: false, maxRequests: 50 });
  });

  test('[BY-10] creates, changes and deletes as one, each with its answer, where it is on', async () => {
    const { id, taken, count, create } = await begin(port);
    const changes = [
      create('a'),
      saveRecordRequest(id, taken.id, { title: 'b', 'amount+': '2' }),
      // A later change sees the earlier ones.
      create('taken'),
      deleteRecordRequest(id, taken.id),
    ];
    if (!port.has('hasBatch')) {
      expect((await failing(port, batchRequest(changes))).status).toBe(404);
      return;
    }
    await setBatch(port, { enabled: false });
    expect(await failing(port, batchRequest(changes))).toEqual({ status: 403, refusal: undefined });
    expect(await count()).toBe(1);
    await setBatch(port, {});
    const answers = readBatch(await port.send(batchRequest(changes)), 4);
    expect(answers).toMatchObject([
      { status: 200, body: { title: 'a', collectionId: id } },
      { status: 200, body: { id: taken.id, title: 'b', amount: 2 } },
      { status: 200, body: { title: 'taken' } },
      { status: 204, body: null },
    ]);
    expect(await count()).toBe(2);
    expect(readBatch(answers, 3)).toBeUndefined();
  });

  test('[BY-10] stores nothing when one is refused, and names the first one with its reasons', async () => {
    if (!port.has('hasBatch')) {
      expect(readBatchRefusal({})).toBeUndefined();
      return;
    }
    const { id, count, create } = await begin(port);
    await setBatch(port, {});
    const refusalOf = (...titles: string[]) => failing(port, batchRequest(titles.map(create)));
    expect(await refusalOf('long title', 'a', 'b')).toMatchObject({
      status: 400,
      refusal: { index: 0, status: 400 },
    });
    expect(await refusalOf('a', 'b', 'taken', 'long title')).toMatchObject({
      refusal: { index: 2, status: 400, body: { data: { title: {} } } },
    });
    expect(await refusalOf('a', 'b', 'c', 'd', 'taken')).toMatchObject({ refusal: { index: 4 } });
    const missing = deleteRecordRequest(id, 'missing00000000');
    expect(await failing(port, batchRequest([create('a'), missing, create('b')]))).toMatchObject({
      refusal: { index: 1, status: 404 },
    });
    expect(await count()).toBe(1);
  });

  test('[BY-11] refuses a batch that is too large as a whole, and one of nobody', async () => {
    if (!port.has('hasBatch')) {
      expect(readBatch({}, 1)).toBeUndefined();
      return;
    }
    const { count, create } = await begin(port);
    await setBatch(port, {});
    const six = batchRequest(Array.from({ length: 6 }, (_, at) => create(`r${at}`)));
    expect(await failing(port, six)).toEqual({ status: 400, refusal: undefined });
    await setBatch(port, { maxBodySize: 300 });
    const five = batchRequest(Array.from({ length: 5 }, (_, at) => create(`r${at}`)));
    expect(await failing(port, five)).toEqual({ status: 413, refusal: undefined });
    await setBatch(port, {});
    expect(await failing(port, five, '')).toMatchObject({ refusal: { index: 0, status: 403 } });
    expect(await count()).toBe(1);
  });
});
