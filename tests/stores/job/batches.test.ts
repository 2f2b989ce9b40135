import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { api, toApiError } from '#api/client.ts';
import { randomId } from '#domain/app/random-secret.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { type BatchRules, createBatches, type Sender } from '#stores/job/batches.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { startFaultyBackend } from '#tests/support/faulty-backend.ts';

const HELD = 'Not sent: its batch was held, because another one in it was refused.';
const OFF = 'Not sent: batch requests were switched off meanwhile.';

onNewer((backend: () => Backend) => {
  const setBatch = (batch: object) => backend().api.patch('/api/settings', { batch });

  /** A collection whose titles are unique, in which `taken` is one already. */
  async function start(batch: object = {}) {
    await setBatch({ enabled: true, maxRequests: 50, timeout: 3, maxBodySize: 0, ...batch });
    const name = uniqueName('sent');
    const { id } = await createCollection(backend().api, {
      name,
      fields: [field('title'), field('body', 'text', { max: 5_000_000 }), field('data', 'json')],
      indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
    });
    await createRecord(backend().api, name, { title: 'taken' });
    const stored = () =>
      backend()
        .sql(`SELECT title FROM ${name} WHERE title != 'taken' ORDER BY title`)
        .map(({ title }) => title);
    return { id, name, stored };
  }

  const rulesOf = (rules: Partial<BatchRules> = {}): BatchRules => ({
    ...{ maxRequests: 5, maxBytes: 1e7, refused: 'skip' },
    ...rules,
  });

  /** Creates a record for each title; what became of it by title. */
  async function create(
    collection: string,
    titles: readonly string[],
    rules: Partial<BatchRules>,
    more: { body?: string; before?: (title: string) => Promise<void> } = {},
  ) {
    const became: Record<string, string> = {};
    const work = async (title: string, sender: Sender) => {
      await more.before?.(title);
      const json = { id: randomId(), title, ...(more.body && { body: more.body }) };
      became[title] = await sender.save({ collection, id: undefined, json }).then(
        () => 'stored',
        (thrown: unknown) => toApiError(thrown).message,
      );
    };
    const { sent, stop } = watchRequests();
    await createBatches(rulesOf(rules)).each(titles, work, () => true);
    stop();
    const single = sent.filter((one) => one.endsWith('/records')).length;
    return { became, batches: sent.filter((one) => one === 'POST /api/batch').length, single };
  }

  const titlesOf = (count: number) => Array.from({ length: count }, (_, at) => `t${10 + at}`);
  const named = (titles: readonly string[], what: string) =>
    Object.fromEntries(titles.map((title) => [title, what]));

  test('[BY-10] of a batch with a refused change the others are sent without it', async () => {
    const { id, stored } = await start();
    const titles = [...titlesOf(3), 'taken', ...titlesOf(11).slice(3)];
    const { became, batches, single } = await create(id, titles, {});
    expect(became).toEqual({
      ...named(titlesOf(11), 'stored'),
      taken: expect.stringMatching(/create record/),
    });
    expect(stored()).toEqual(titlesOf(11));
    // 5 of which one is refused, 4 again, 5, and the last 2.
    expect([batches, single]).toEqual([4, 0]);
  });

  test('[BY-10] or they are held, and named', async () => {
    const { id, stored } = await start();
    const titles = [...titlesOf(3), 'taken', ...titlesOf(11).slice(3)];
    const { became, batches } = await create(id, titles, { refused: 'hold' });
    const held = [...titlesOf(3), 't13'];
    expect(became).toEqual({
      ...named(titlesOf(11).slice(4), 'stored'),
      ...named(held, HELD),
      taken: expect.stringMatching(/create record/),
    });
    expect(stored()).toEqual(titlesOf(11).slice(4));
    expect(batches).toBe(3);
  });

  test('[BY-10] a refusal that is none for the job holds nothing', async () => {
    const { id, name } = await start();
    const ids = await Promise.all(
      titlesOf(4).map(async (title) => (await createRecord(backend().api, name, { title })).id),
    );
    const missing = randomId();
    const gone: string[] = [];
    const work = (one: string, sender: Sender) =>
      sender.delete(id, one).then(
        () => void gone.push(one),
        (thrown: unknown) => void gone.push(`${one} ${toApiError(thrown).status}`),
      );
    const rules = rulesOf({ refused: 'hold', ignores: ({ status }) => status === 404 });
    const [first = '', ...others] = ids;
    await createBatches(rules).each([first, missing, ...others], work, () => true);
    expect(gone.sort()).toEqual([...ids, `${missing} 404`].sort());
    expect(backend().sql(`SELECT count(*) n FROM ${name}`)).toEqual([{ n: 1 }]);
  });

  test('[BY-11] a batch that is too large is halved, and what is too large alone is refused alone', async () => {
    const { id, stored } = await start({ maxBodySize: 5000 });
    const { became, batches, single } = await create(
      id,
      titlesOf(8),
      { maxRequests: 8 },
      { body: 'x'.repeat(2000) },
    );
    expect(became).toEqual(named(titlesOf(8), 'stored'));
    expect(stored()).toEqual(titlesOf(8));
    // 8 and 4 are too many.
    expect([batches, single]).toEqual([2 + 4, 0]);
    const huge = await create(id, ['u1', 'u2'], {}, { body: 'x'.repeat(6000) });
    expect(huge).toEqual({ became: named(['u1', 'u2'], 'stored'), batches: 1, single: 2 });
  });

  test('[BY-11] more changes than the backend takes by now are halved', async () => {
    const { id, stored } = await start({ maxRequests: 3 });
    const { became } = await create(id, titlesOf(9), { maxRequests: 9 });
    expect(became).toEqual(named(titlesOf(9), 'stored'));
    expect(stored()).toEqual(titlesOf(9));
  });

  test('[BY-11] a batch that takes too long is halved', async () => {
    const { id, stored } = await start({ timeout: 1 });
    const lock = new DatabaseSync(`${backend().dir}/data.db`);
    lock.exec('BEGIN IMMEDIATE');
    // Half a second after the time is up.
    setTimeout(() => lock.close(), 1500);
    const { became, batches } = await create(id, titlesOf(4), { maxRequests: 4 });
    expect(became).toEqual(named(titlesOf(4), 'stored'));
    expect(stored()).toEqual(titlesOf(4));
    expect(batches).toBe(3);
  });

  test('[BY-12] when batches are switched off meanwhile, the rest is sent one by one', async () => {
    const { id, stored } = await start();
    const before = async (title: string) => {
      if (title === 't15') await setBatch({ enabled: false });
    };
    const { became, batches, single } = await create(id, titlesOf(14), {}, { before });
    expect(became).toEqual(named(titlesOf(14), 'stored'));
    expect(stored()).toEqual(titlesOf(14));
    expect([batches, single]).toEqual([2, 9]);
    expect(typedToasts()).toEqual([
      'warning: Batch requests were switched off meanwhile. The rest is sent one by one.',
    ]);
  });

  test('[BY-12] who wants a batch held sends nothing any more', async () => {
    const { id, stored } = await start();
    const before = async (title: string) => {
      if (title === 't15') await setBatch({ enabled: false });
    };
    const { became } = await create(id, titlesOf(14), { refused: 'hold' }, { before });
    expect(became).toEqual({
      ...named(titlesOf(5), 'stored'),
      ...named(titlesOf(14).slice(5), OFF),
    });
    expect(stored()).toEqual(titlesOf(5));
  });

  test('[BY-13] a batch without an answer is stored as a whole or not at all, and its changes come again as one', async () => {
    const { id, name, stored } = await start();
    const proxy = await startFaultyBackend(backend().url);
    const { baseUrl } = api();
    api().baseUrl = proxy.url;
    onTestFinished(async () => {
      api().baseUrl = baseUrl;
      await proxy.stop();
    });
    const isBatch = ({ path }: { path: string }) => path === '/api/batch';
    for (const [round, fault] of (
      [
        { kind: 'dropped' },
        { kind: 'cut', framing: 'length' },
        { kind: 'refused', status: 503 },
        { kind: 'replaced', body: '[]' },
        { kind: 'replaced', body: '<p>', type: 'text/html' },
      ] as const
    ).entries()) {
      proxy.fail(fault, isBatch);
      const titles = titlesOf(5).map((title) => `${title}-${round}`);
      let isStored: boolean | undefined;
      const tries: number[] = [];
      const work = async (title: string, sender: Sender) => {
        const json = { id: randomId(), title };
        const send = () => sender.save({ collection: id, id: undefined, json });
        await send().catch(async (thrown: unknown) => {
          expect(toApiError(thrown).status).toBe(fault.kind === 'refused' ? 503 : 0);
          proxy.heal();
          const found = backend().sql(`SELECT id FROM ${name} WHERE title = ?`, [title]).length > 0;
          isStored ??= found;
          expect(found).toBe(isStored);
          if (!found) await send();
        });
        tries.push(1);
      };
      const { sent, stop } = watchRequests();
      await createBatches(rulesOf()).each(titles, work, () => true);
      stop();
      expect(tries).toHaveLength(5);
      expect(isStored).toBe(fault.kind !== 'refused');
      expect(sent).toEqual(Array(fault.kind === 'refused' ? 2 : 1).fill('POST /api/batch'));
    }
    expect(stored()).toHaveLength(25);
  });

  test('[BY-14] values keep their exact texts, and answers their digits', async () => {
    const { id, name } = await start();
    const data = '{"n":12345678901234567890,"f":0.1000,"t":"1e5"}';
    const saved: RecordSource[] = [];
    const work = async (title: string, sender: Sender) => {
      const parts = [
        { name: 'title', value: title },
        { name: 'data', value: data },
      ];
      saved.push(await sender.save({ collection: id, id: undefined, parts }));
    };
    await createBatches(rulesOf()).each(['true', '0012', '[1]', ' a\nb '], work, () => true);
    expect(saved.map(({ record }) => record['title'])).toEqual(['true', '0012', '[1]', ' a\nb ']);
    for (const { members } of saved) expect(members.get('data')).toContain('12345678901234567890');
    const texts = backend().sql(`SELECT data FROM ${name} WHERE title != 'taken'`);
    expect(new Set(texts.map((row) => row['data']))).toEqual(new Set([data]));
  });
});
