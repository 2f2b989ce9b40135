/* What the first script reads of collections: it has no room for more. */
import type { FieldType } from '#domain/backend/field.ts';
import type { ListedCollection } from '#domain/records/list-query.ts';

interface Listed22 extends Pick<ListedCollection, 'id' | 'name' | 'type'> {
  readonly schema: readonly {
    readonly name: string;
    readonly type: FieldType;
    readonly presentable: boolean;
    readonly options?: { readonly collectionId?: string };
  }[];
}

/** What lists depend on, of a page of collections as it was sent. */
export const readListed = ({ items }: { readonly items: readonly Listed22[] }): ListedCollection[] =>
  items.map(({ id, name, type, schema }) => ({
    ...{ id, name, type },
    // The list needs those of few collections, and begins with their requests.
    get fields() {
      return schema.map((field) => ({
        ...{ name: field.name, type: field.type, isPresentable: field.presentable },
        collectionId: field.options?.collectionId,
      }));
    },
  }));
