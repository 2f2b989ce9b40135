import { type CallOptions, call } from '#api/client.ts';
import type { RemovedChoice } from '#domain/collections/editor/field-changes.ts';

/** Number of records with a choice in a select field, which holds one or several choices. Throws ApiError. */
export async function countChoice(
  collection: string,
  { fieldName, isMultiple, value }: RemovedChoice,
  options: CallOptions = {},
): Promise<number> {
  const { totalItems } = await call((client, signal) => {
    const filter = client.filter(`${fieldName}${isMultiple ? ':each ?=' : ' ='} {:value}`, { value });
    return client.collection(collection).getList(1, 1, { filter, fields: 'id', signal });
  }, options);
  return totalItems;
}
