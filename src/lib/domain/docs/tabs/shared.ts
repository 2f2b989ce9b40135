import type { DocsContext } from '../doc.ts';

/** The relation fields of the collection: what `expand` may name. */
export function relationNames({ collection }: DocsContext): string[] {
  return collection.schema.filter(({ type }) => type === 'relation').map(({ name }) => name);
}

/** A field worth an excerpt: the first rich text, else the first text, else a made-up one. */
export function editorName({ collection: { schema } }: DocsContext): string {
  const field = schema.find(({ type }) => type === 'editor') ?? schema.find(({ type }) => type === 'text');
  return field?.name ?? 'description';
}
