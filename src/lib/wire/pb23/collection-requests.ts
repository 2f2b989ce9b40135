/* What the first script reads of collections: it has no room for more. */
import type { FieldType } from '#domain/backend/field.ts';
import type { ListedCollection } from '#domain/records/list-query.ts';

interface Listed23 extends Pick<ListedCollection, 'id' | 'name' | 'type'> {
  readonly system: boolean;
  readonly fields: readonly {
    readonly name: string;
    readonly type: FieldType;
    readonly presentable: boolean;
    readonly collectionId?: string;
  }[];
}

/** What lists depend on, of a page of collections as it was sent. */
export const readListed = ({ items }: { readonly items: readonly Listed23[] }): ListedCollection[] =>
  items.map(({ fields, system, ...collection }) => ({
    ...collection,
    isLast: system && collection.name.startsWith('_'),
    get fields() {
      return fields.map((field) => ({ ...field, isPresentable: field.presentable }));
    },
  }));
