import * as v from 'valibot';
import { type Named, parseItems } from '#domain/collections/named-items.ts';

const content = v.object({ sql: v.string() });
type Content = Readonly<v.InferOutput<typeof content>>;

/** A text of SQL with a name. */
export type SavedQuery = Named<Content>;

/** They belong to no collection, but to the backend. */
export const QUERIES_OWNER = { id: 'sql', name: 'sql' } as const;

/** Of a stored text or a file; what is no query is left out. */
export const parseQueries = (text: string): SavedQuery[] =>
  parseItems(text, (value): value is Content => v.is(content, value));

/** Texts that are kept, newest first. */
const MAX_KEPT = 50;
/** Longer ones are not kept, in characters. */
const MAX_LENGTH = 20_000;

/** With a text that was run at the beginning. */
export const withRun = (history: readonly string[], text: string): readonly string[] =>
  text.length > MAX_LENGTH ? history : [text, ...history.filter((one) => one !== text)].slice(0, MAX_KEPT);
