import type { DocsContext } from '../doc.ts';

/** The relation fields of the collection, for `expand`. */
export function relationNames({ collection }: DocsContext): string[] {
  return collection.schema.filter(({ type }) => type === 'relation').map(({ name }) => name);
}

/** A field for the `excerpt` example: the first rich text, else the first text, else an invented name. */
export function editorName({ collection: { schema } }: DocsContext): string {
  const field = schema.find(({ type }) => type === 'editor') ?? schema.find(({ type }) => type === 'text');
  return field?.name ?? 'description';
}
