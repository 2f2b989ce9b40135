import { type CallOptions, call } from '#api/client.ts';
import type { RemovedChoice } from '#domain/collections/editor/field-changes.ts';

/** How many records hold a choice of a select field, each with a list of them or with one. */
export async function countChoice(
  collection: string,
  { fieldName, isMultiple, value }: RemovedChoice,
  options: CallOptions = {},
): Promise<number> {
  const answer = await call((client, signal) => {
    const filter = client.filter(`${fieldName}${isMultiple ? ':each ?=' : ' ='} {:value}`, { value });
    return client.collection(collection).getList(1, 1, { filter, fields: 'id', signal });
  }, options);
  return answer.totalItems;
}
