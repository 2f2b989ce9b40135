import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { listEntries } from '#api/settings/sync.ts';
import {
  $changes,
  $existing,
  $importError,
  $offers,
  $plan,
  openReview,
  setDeleteMissing,
  setImportText,
  setMerge,
  startImport,
} from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import { answerQuestion } from '#tests/stores/answer-question.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { until } from '#tests/stores/until.ts';
import type { Json } from '#tests/support/admin-api.ts';
import { casesOf } from '#tests/support/cases.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { meaningOf, olderCollections } from '#tests/unit/wire/older-collections.ts';
import { configuration as older } from '#wire/pb22/configuration.ts';
import { fromNewer } from '#wire/pb22/from-newer.ts';

const prefixOf = () => uniqueName('g').replaceAll('_', '').slice(0, 9);

const sentIn = (collections: readonly Json[]) => JSON.stringify(collections);

async function importText(text: string): Promise<void> {
  setImportText(text);
  await until($plan, (plan) => plan !== undefined);
  expect($importError.get()).toBeUndefined();
  openReview();
  const isImported = await confirmImport();
  expect([isImported, $importError.get(), typedToasts()]).toEqual([
    true,
    undefined,
    ['success: Successfully imported collections configuration.'],
  ]);
  await until($existing, ({ state }) => state === 'ready');
}

onNewer(
  (backend) => {
    beforeEach(async () => {
      const stop = startImport();
      await until($existing, ({ state }) => state === 'ready');
      setMerge(true);
      return stop;
    });

    const samples = fc.sample(fc.nat(), { numRuns: casesOf(10), seed: 7 });
    test.each(samples)(
      '[NS-21] collections of 0.22 mean the same once they were imported: sample %s',
      async (seed) => {
        const [collections = []] = fc.sample(olderCollections(prefixOf()), { numRuns: 1, seed });
        // Only these are sent.
        setDeleteMissing(false);
        await importText(sentIn(collections));
        setDeleteMissing(true);
        const names = new Set(collections.map(({ name }) => name));
        const stored = (await listEntries(200)).filter(({ name }) => names.has(name));
        const back = fromNewer(stored.map(({ raw }) => raw));
        expect(back.refusals).toEqual([]);
        const byName = new Map(back.entries.map((entry) => [older.read(entry).name, entry]));
        for (const one of collections) {
          const { indexes, fields, ...meaning } = meaningOf(byName.get(String(one['name'])));
          const { indexes: expected, fields: own, ...rest } = meaningOf(one);
          expect(meaning).toEqual(rest);
          expect(indexes.map((sql) => sql.replaceAll(/[`\s]/g, ''))).toEqual(
            expected.map((sql) => sql.replaceAll(/[`\s]/g, '')),
          );
          // The columns of a view follow from its query.
          if (meaning.type !== 'view') expect(fields).toEqual(own);
        }
        // Once imported, the same file changes nothing.
        setImportText(` ${sentIn(collections)}`);
        await until($plan, (plan) => plan !== undefined);
        expect([$changes.get(), $offers.get(), $importError.get()]).toEqual([[], [], undefined]);
      },
    );

    test('[NS-21] a file of 0.22 that an administrator has changed since drops no column without a question', async () => {
      const prefix = prefixOf();
      const [collections = []] = fc.sample(olderCollections(prefix, 1), { numRuns: 1, seed: 3 });
      const [table, ...views] = collections;
      if (!table) throw new Error('A sample has a collection.');
      await importText(sentIn(collections));
      const name = String(table['name']);
      const before = await backend().api.get<{ fields: object[] }>(`/api/collections/${name}`);
      await backend().api.patch(`/api/collections/${name}`, {
        fields: [...before.fields, { name: 'later', type: 'password', hidden: true }],
      });
      const stop = startImport();
      await until($existing, ({ state }) => state === 'ready');
      setMerge(true);
      setImportText(sentIn([{ ...table, listRule: null, viewRule: 'id = ""' }, ...views]));
      await until($plan, (plan) => plan !== undefined);
      expect($plan.get()?.warnings.slice(0, 2)).toEqual([
        'This configuration is of PocketBase 0.22.',
        expect.stringContaining('It is translated'),
      ]);
      openReview();
      const importing = confirmImport();
      expect(await answerQuestion(false)).toContain(`- ${name}.later`);
      expect(await importing).toBe(false);
      const now = await backend().api.get<{ fields: { name: string }[] }>(`/api/collections/${name}`);
      expect(now.fields.map((field) => field.name)).toContain('later');
      stop();
    });
  },
  ['0.40.6'],
);
