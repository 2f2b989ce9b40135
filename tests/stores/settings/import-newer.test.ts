import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { importCollections, listEntries } from '#api/settings/sync.ts';
import { list, members } from '#domain/app/lenient.ts';
import { importBody } from '#domain/settings/import/outcome.ts';
import { can } from '#stores/app/capabilities.ts';
import {
  $changes,
  $deleteMissing,
  $existing,
  $importError,
  $plan,
  $review,
  openReview,
  setDeleteMissing,
  setImportText,
  setMerge,
  startImport,
} from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import {
  contentOf,
  type Filled,
  fill,
  structureOf,
  withChanged,
  withoutViews,
} from '#tests/stores/collections/editor/no-harm-fixture.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import { removeToasts, typedToasts } from '#tests/stores/toasts.ts';
import { until } from '#tests/stores/until.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { storedText } from '#wire/collection-text.ts';
import { answerQuestion } from '../answer-question.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };
type Entries = readonly Entry[];

/** What Atoll exports of all collections. */
const exported = async (): Promise<Entries> => JSON.parse(storedText(await listEntries(200)));

/** Opens the page and types these; resolves when it is known what they would do. */
async function type(entries: readonly object[]) {
  setImportText(JSON.stringify(entries));
  await until($plan, (plan) => plan !== undefined);
  return { plan: $plan.get(), problem: $importError.get() };
}

const IMPORTED = 'success: Successfully imported collections configuration.';

/** Imports what is typed, and answers the question about what is lost. */
async function importTyped(hasQuestion = false): Promise<string> {
  openReview();
  const importing = confirmImport();
  const question = hasQuestion ? await answerQuestion(true) : '';
  expect([await importing, $importError.get(), typedToasts()]).toEqual([true, undefined, [IMPORTED]]);
  await until($existing, ({ state }) => state === 'ready');
  return question;
}

/** One of the entries, to which `change` is applied in a copy. */
const withEntry = (entries: Entries, id: string, change: (entry: Entry) => object): readonly object[] =>
  entries.map((one) => (one.id === id ? change(one) : one));

const withField = (entry: Entry, name: string, change: object): Entry => ({
  ...entry,
  fields: list(entry['fields'], members).map((one) => (one['name'] === name ? { ...one, ...change } : one)),
});

onNewer((backend) => {
  let filled: Filled;
  beforeAll(async () => {
    filled = await fill(backend(), can().extraTypes.includes('geoPoint'));
  });
  beforeEach(async () => {
    const stop = startImport();
    await until($existing, ({ state }) => state === 'ready');
    return stop;
  });

  describe('[NS-14] what is exported', () => {
    test.each([
      ['replacing everything', { merge: false, deleteMissing: true }],
      ['merged', { merge: true, deleteMissing: true }],
      ['keeping what is missing', { merge: true, deleteMissing: false }],
    ])('and imported again, %s, changes no row', async (_name, { merge, deleteMissing }) => {
      setMerge(merge);
      setDeleteMissing(deleteMissing);
      const { plan, problem } = await type(await exported());
      expect([plan?.changes, plan?.warnings, problem]).toEqual([[], [], undefined]);
      const [content, structure] = [contentOf(backend()), structureOf(backend())];
      if (plan) await importCollections(importBody(plan));
      expect(contentOf(backend())).toEqual(content);
      expect(structureOf(backend())).toEqual(structure);
    });

    test('without what other versions lack is up to date, too', async () => {
      const entries = (await exported()).map(({ fields, ...entry }) => ({
        ...entry,
        fields: list(fields, members).map(({ help, hidden, ...field }) => ({
          ...field,
          ...(Array.isArray(field['mimeTypes']) && { thumbs: field['thumbs'] ?? null }),
        })),
      }));
      const { plan, problem } = await type(entries);
      expect([plan?.changes, problem]).toEqual([[], undefined]);
    });
  });

  test.each([
    ['title', 'max', 91],
    ['rank', 'min', null],
    ['born', 'max', '2040-01-01 00:00:00.000Z'],
    ['hiddenOne', 'hidden', false],
    ['id', 'autogeneratePattern', '[a-z]{15}'],
    ['papers', 'thumbs', ['20x20']],
    ['many', 'cascadeDelete', false],
  ])('[NS-15] one changed option of a field changes it alone: %s, %s', async (name, key, value) => {
    const entries = withEntry(await exported(), filled.base, (one) => withField(one, name, { [key]: value }));
    const content = withoutViews(contentOf(backend()));
    await type(entries);
    expect($changes.get()?.map(({ id, kind }) => `${kind} ${id}`)).toContain(`changed ${filled.base}`);
    await importTyped();
    const change = (one: Readonly<Record<string, unknown>>) =>
      withField(one as Entry, name, { [key]: value });
    expect(withoutViews(contentOf(backend()))).toEqual(withChanged(content, filled.base, change));
  });

  test('[NS-15] a changed rule of who may sign in is named, keeps the providers with their secrets', async () => {
    const entries = withEntry(await exported(), filled.auth, (one) => ({ ...one, authRule: '' }));
    const content = contentOf(backend());
    const { plan } = await type(entries);
    expect(plan?.warnings).toEqual([
      expect.stringContaining('the changed rule of who may sign in ends all sessions of this collection.'),
    ]);
    await importTyped();
    const optionsOf = (rows: ReturnType<typeof contentOf>) =>
      members(rows['_collections']?.find(({ id }) => id === filled.auth)?.['options']);
    const [before, now] = [optionsOf(content), optionsOf(contentOf(backend()))];
    expect(now['oauth2']).toEqual(before['oauth2']);
    expect({ ...now, authToken: 0, authRule: 0 }).toEqual({ ...before, authToken: 0, authRule: 0 });
    expect(now['authRule']).toBe('');
  });

  test('[NS-16] what is missing is deleted after a question, but for the backend’s own and built-in fields', async () => {
    const name = uniqueName('gone');
    const gone = await backend().api.post<Entry>('/api/collections', { name, type: 'base' });
    const left = uniqueName('left');
    const made = await backend().api.post<Entry>('/api/collections', {
      ...{ name: left, type: 'auth', fields: [{ name: 'extra', type: 'number' }] },
    });
    await backend().api.post(`/api/collections/${left}/records`, {
      ...{ email: 'b@example.com', password: 'correct-horse', passwordConfirm: 'correct-horse', extra: 3 },
    });
    // The page has loaded before.
    const stop = startImport();
    await until($existing, ({ state }) => state === 'ready');
    const entries = (await exported()).filter((one) => one['system'] !== true && one.id !== gone.id);
    const without = entries.map((one) => (one.id === made.id ? { ...one, fields: [], indexes: [] } : one));
    expect($deleteMissing.get()).toBe(true);
    await type(without);
    const question = await importTyped(true);
    expect(question).toContain(`- ${name}.*`);
    expect(question).toContain(`- ${left}.extra`);
    expect(question).not.toContain(`${left}.email`);
    expect(question).not.toContain('_superusers');
    const after = await exported();
    expect(after.filter((one) => one['system'] === true).length).toBeGreaterThan(3);
    expect(after.map(({ id }) => id)).not.toContain(gone.id);
    const fields = list(after.find(({ id }) => id === made.id)?.['fields'], members);
    expect(fields.map((field) => field['name'])).toEqual([
      ...['id', 'password', 'tokenKey', 'email', 'emailVisibility', 'verified'],
    ]);
    expect(backend().sql(`SELECT email FROM ${left}`)).toMatchObject([{ email: 'b@example.com' }]);
    stop();
  });

  test('[NS-17] what would fail is said before anything is sent', async () => {
    const entries = await exported();
    const { sent } = watchRequests();
    const people = entries.find(({ id }) => id === filled.auth);
    const fieldsOf = (change: (fields: Readonly<Record<string, unknown>>[]) => unknown) =>
      withEntry(entries, filled.base, (one) => ({ ...one, fields: change(list(one['fields'], members)) }));
    const rank = (change: object) =>
      fieldsOf((fields) => fields.map((one) => (one['name'] === 'rank' ? { ...one, ...change } : one)));
    const providers = (...names: string[]) =>
      withEntry(entries, filled.auth, (one) => ({
        ...one,
        oauth2: { ...members(one['oauth2']), providers: names.map((name) => ({ name, clientId: 'x' })) },
      }));
    const problems: [entries: readonly object[], problem: string][] = [
      [
        rank({ type: 'text' }),
        '.rank is of the type number in the backend, which PocketBase can’t change to text.',
      ],
      [rank({ type: 'vector' }), '.rank has the type “vector”, which this PocketBase doesn’t have.'],
      [
        fieldsOf((fields) => [...fields, { name: 'Rank', type: 'text' }]),
        '.Rank has the name of another field.',
      ],
      [
        withEntry(entries, filled.view, (one) => ({ ...one, type: 'base' })),
        'is of the type view in the backend',
      ],
      [providers('google', 'github', 'gitlab').slice(), 'has no secret (clientSecret)'],
      [providers('github', 'google', 'discord'), 'the provider discord has no secret (clientSecret)'],
      [
        [...entries, { id: 'other', name: people?.name, type: 'base', fields: [] }],
        'another collection has this name',
      ],
      [
        entries.map((one) => (one.name === '_superusers' ? { ...one, listRule: '' } : one)),
        '_superusers: is one of PocketBase’s own: its name and its rules can’t be changed.',
      ],
    ];
    for (const [typed, problem] of problems) {
      // By name, secrets may move.
      if (problem.startsWith('has no') && can().keepsSecretsBy === 'name') continue;
      expect((await type(typed)).problem).toContain(problem);
      openReview();
      expect(await confirmImport()).toBe(false);
    }
    setDeleteMissing(false);
    const other = fieldsOf((fields) =>
      fields.map((one) => (one['name'] === 'rank' ? { id: 'other', name: 'rank', type: 'text' } : one)),
    );
    expect((await type(other)).problem).toContain('.rank has the name of another field.');
    expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  test('[NS-18] without deleting, a field of another id keeps its column, as its name and type are the same', async () => {
    setDeleteMissing(false);
    const entries = withEntry(await exported(), filled.base, (one) =>
      withField(one, 'rank', { id: 'another_id', max: 13 }),
    );
    const before = backend().sql(
      `SELECT rank FROM ${entries.map(members).find(({ id }) => id === filled.base)?.['name']}`,
    );
    await type(entries);
    await importTyped();
    const now = (await exported()).find(({ id }) => id === filled.base);
    expect(list(now?.['fields'], members).find(({ name }) => name === 'rank')).toMatchObject({ max: 13 });
    expect(backend().sql(`SELECT rank FROM ${now?.name}`)).toEqual(before);
  });

  test('[NS-19] an import that fails while it changes tables leaves no wrong memory, or the guard stops', async () => {
    const { api } = backend();
    const name = uniqueName('failing');
    const made = await api.post<Entry>('/api/collections', {
      ...{ name, type: 'base', fields: [{ name: 'rank', type: 'number' }] },
    });
    for (const rank of [7, 7]) await api.post(`/api/collections/${name}/records`, { rank });
    const stop = startImport();
    await until($existing, ({ state }) => state === 'ready');
    setMerge(true);
    const failing = {
      ...made,
      fields: [...list(made['fields'], members), { name: 'fresh', type: 'text' }],
      // Its values are not unique.
      indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (rank)`],
    };
    const rows = () =>
      backend()
        .sql(`SELECT * FROM ${name}`)
        .map(({ rank }) => rank);
    const { sent: reloading, stop: unwatchFailing } = watchRequests();
    await type([failing]);
    openReview();
    expect(await confirmImport()).toBe(false);
    expect($importError.get()).toContain(name);
    // The backend was made to read its collections again.
    expect(reloading.filter((request) => request === 'POST /api/collections')).toHaveLength(1);
    unwatchFailing();
    // One of somebody else, which Atoll would not send.
    const [id] = list(made['fields'], members);
    const wrong = { ...made, fields: [id, { name: 'rank', type: 'text' }] };
    await expect(
      api.request('PUT', '/api/collections/import', { collections: [wrong], deleteMissing: false }),
    ).rejects.toThrow('400');
    const rule = [{ ...made, listRule: '' }];
    // No other collection is sent.
    setDeleteMissing(false);
    const { sent, stop: unwatch } = watchRequests();
    for (const isMended of [false, true]) {
      await type(rule);
      openReview();
      const importing = confirmImport();
      expect(await answerQuestion(isMended)).toContain('Make the backend read its collections again?');
      expect(await importing).toBe(false);
      const problem = $importError.get();
      if (!isMended) expect(problem).toContain(`another state of the collection ${name} in memory`);
      else expect(problem).toBeUndefined();
      expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
    }
    unwatch();
    removeToasts();
    await type(rule);
    await importTyped();
    expect(rows()).toEqual([7, 7]);
    const stored = (await exported()).find(({ id }) => id === made.id);
    expect(stored).toMatchObject({ listRule: '', fields: made['fields'] });
    stop();
  });

  test('[NS-20] of two administrators, the second sees what the first has saved, and nothing is undone', async () => {
    const { api } = backend();
    const name = uniqueName('shared');
    const made = await api.post<Entry>('/api/collections', {
      ...{ name, type: 'base', fields: [{ name: 'rank', type: 'number' }] },
    });
    const stop = startImport();
    await until($existing, ({ state }) => state === 'ready');
    await type([{ ...made, listRule: '' }, ...(await exported()).filter(({ id }) => id !== made.id)]);
    openReview();
    const fields = [...list(made['fields'], members), { name: 'theirs', type: 'text' }];
    await api.patch(`/api/collections/${made.id}`, { fields });
    const { sent } = watchRequests();
    expect(await confirmImport()).toBe(false);
    expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
    expect($review.get()?.notice).toMatch(/have changed since/);
    const importing = confirmImport();
    expect(await answerQuestion(false)).toContain(`- ${name}.theirs`);
    expect(await importing).toBe(false);
    expect(backend().sql(`SELECT theirs FROM ${name}`)).toEqual([]);
    stop();
  });
});
