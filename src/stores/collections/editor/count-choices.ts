import type { CallOptions } from '#api/client.ts';
import { countRecords } from '#api/records/list.ts';
import { type Change, choiceFilter } from '#domain/collections/editor/field-changes.ts';
import { choiceKey } from './review.ts';

/** Largest number of choices that are counted: each takes a request. */
const MAX_COUNTED = 20;

/** The number of records with each removed choice, by `choiceKey`, without choices that could not be counted. */
export async function countChoices(
  collectionId: string,
  changes: readonly Change[],
  options: CallOptions,
): Promise<ReadonlyMap<string, number>> {
  const choices = changes.flatMap(({ choice }) => choice ?? []).slice(0, MAX_COUNTED);
  const counted = await Promise.allSettled(
    choices.map(async (choice) => {
      const key = choiceKey(choice);
      return [key, await countRecords(collectionId, choiceFilter(choice), options)] as const;
    }),
  );
  return new Map(counted.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
}
