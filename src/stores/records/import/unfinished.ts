import { formatStored } from '#domain/app/date.ts';
import { UNFINISHED_IMPORTS_KEY } from '#domain/app/later-keys.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import type { FileContent } from '#domain/records/import/plan.ts';
import {
  isSameImport,
  parseUnfinished,
  type UnfinishedImport,
  withUnfinished,
} from '#domain/records/import/unfinished.ts';
import { createPreference } from '#stores/base/create-preference.ts';

/** The imports that this device has begun and not ended: their ids come from a seed, so that the same file goes on. */
export const unfinishedImports = createPreference<readonly UnfinishedImport[]>({
  key: UNFINISHED_IMPORTS_KEY,
  initial: [],
  decode: parseUnfinished,
  encode: (list) => (list.length ? JSON.stringify(list) : undefined),
});

/** The import of these rows as it begins now. */
export const newImport = (
  collection: string,
  file: string,
  { count, print }: FileContent,
): UnfinishedImport => ({
  ...{ collection, file, count, print },
  seed: randomSecret(32, '0123456789abcdef'),
  at: formatStored(new Date()),
});

/** The one that has begun with the same rows. */
export const findUnfinished = (
  collection: string,
  { count, print }: FileContent,
): UnfinishedImport | undefined =>
  unfinishedImports.$value.get().find((one) => isSameImport(one, { collection, count, print }));

export const keepUnfinished = (one: UnfinishedImport): void =>
  void unfinishedImports.update((list) => withUnfinished(list, one));

export const forgetUnfinished = (one: UnfinishedImport): void =>
  void unfinishedImports.update((list) => list.filter((other) => !isSameImport(other, one)));
