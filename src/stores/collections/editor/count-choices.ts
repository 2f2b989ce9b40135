import type { CallOptions } from '#api/client.ts';
import { countChoice } from '#api/collections/choices.ts';
import type { Change } from '#domain/collections/editor/field-changes.ts';
import { choiceKey } from './review.ts';

/** More choices than these are not counted, each being a request. */
const MOST_COUNTED = 20;

/** How many records hold the choices that go, by `choiceKey`. One that can't be counted is left out. */
export async function countChoices(
  collectionId: string,
  changes: readonly Change[],
  options: CallOptions,
): Promise<ReadonlyMap<string, number>> {
  const choices = changes.flatMap(({ choice }) => choice ?? []).slice(0, MOST_COUNTED);
  const counted = await Promise.allSettled(
    choices.map(async (choice) => {
      const key = choiceKey(choice);
      return [key, await countChoice(collectionId, choice, options)] as const;
    }),
  );
  return new Map(counted.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
}
