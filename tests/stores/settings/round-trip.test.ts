import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#api/client.ts';
import { $exportable, $exportText, startExport } from '#stores/settings/export.ts';
import {
  $changes,
  $existing,
  $importError,
  $offers,
  openReview,
  setImportText,
} from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { generatedCollections } from './sync-collections.ts';
import {
  answerQuestion,
  backend,
  replaceCollections,
  startSyncTests,
  storedIn,
  toasts,
  until,
} from './sync-fixture.ts';

const { open } = startSyncTests();

let empty: Backend | undefined;
/** The default collections of a new backend. */
let defaults: object[] = [];
beforeAll(async () => {
  empty = await startPocketBase();
  defaults = await storedIn(empty.api);
});
afterAll(() => empty?.stop());

interface Exported {
  readonly type: string;
  readonly schema: readonly object[];
}

/** The backend gives the fields of views new ids at every import. */
function withoutViewIds(text: string): string {
  const collections: Exported[] = JSON.parse(text);
  const shown = collections.map(({ type, schema, ...rest }) => ({
    ...rest,
    type,
    schema: type === 'view' ? schema.map((field) => ({ ...field, id: '' })) : schema,
  }));
  return JSON.stringify(shown, null, 4);
}

async function exported(): Promise<string> {
  const stop = startExport();
  await until($exportable, ({ state }) => state === 'ready');
  const text = $exportText.get();
  stop();
  return text;
}

test('[EX-04][IM-15] an exported configuration, imported into a new backend, is exported again as the same', async () => {
  await replaceCollections([...defaults, ...generatedCollections(16)]);
  const text = await exported();
  expect(JSON.parse(text)).toHaveLength(defaults.length + 16);
  expect(JSON.parse(text)).toEqual(await storedIn(backend().api));

  // What is exported needs no import.
  const leave = await open();
  setImportText(text);
  await until($changes, (changes) => changes !== undefined);
  expect($changes.get()).toEqual([]);
  leave();

  // Both backends are copies of one template, so that the session is valid for both.
  const client = api();
  const { baseUrl } = client;
  client.baseUrl = empty?.url ?? '';
  try {
    await open();
    setImportText(text);
    await until($changes, (changes) => changes?.length === 16);
    openReview();
    const isImported = await confirmImport();
    expect([isImported, $importError.get(), toasts()]).toEqual([
      true,
      undefined,
      ['Successfully imported collections configuration.'],
    ]);
    await until($existing, ({ state }) => state === 'ready');
    expect(withoutViewIds(await exported())).toBe(withoutViewIds(text));
    // Importing it again changes nothing.
    setImportText(text);
    await until($changes, (changes) => changes !== undefined);
    expect([$changes.get(), $offers.get()]).toEqual([[], []]);
  } finally {
    client.baseUrl = baseUrl;
  }
});

test('[IM-14] going back to the defaults asks about every collection', async () => {
  await replaceCollections([...defaults, ...generatedCollections(8)]);
  await open();
  setImportText(JSON.stringify(defaults));
  await until($changes, (changes) => changes?.length === 8);
  openReview();
  const importing = confirmImport();
  const question = await answerQuestion(true);
  expect(question.split('\n').slice(1)).toEqual(Array.from({ length: 8 }, (_, at) => `- gen_${at}.*`));
  expect(await importing).toBe(true);
  expect(await storedIn(backend().api)).toEqual(defaults);
});
