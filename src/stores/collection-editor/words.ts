import type { Collection } from '../../lib/domain/collection.ts';
import { queryWords } from '../../lib/domain/schema/query-words.ts';
import { ruleWords } from '../../lib/domain/schema/rule-words.ts';
import { $collectionList } from '../collections.ts';
import type { CollectionEditor } from './editor.ts';

/** All collections, this one as it is edited; the same list as long as nothing changes. */
const lists = new WeakMap<
  CollectionEditor,
  { draft: unknown; from: readonly Collection[]; self: Collection; all: readonly Collection[] }
>();

function edited(editor: CollectionEditor) {
  const draft = editor.$draft.get();
  const from = $collectionList.get();
  const known = lists.get(editor);
  if (known && known.draft === draft.fields && known.from === from) return known;
  const self: Collection = {
    ...draft,
    schema: draft.fields.filter(({ toDelete }) => !toDelete),
    indexes: [],
  };
  const next = {
    draft: draft.fields,
    from,
    self,
    all: [...from.filter(({ id }) => id !== self.id), self],
  };
  lists.set(editor, next);
  return next;
}

/** What the editor of a rule offers after `prefix`, unsaved fields included (RU-05). */
export function rulePaths(editor: CollectionEditor, prefix: string): string[] {
  const { self, all } = edited(editor);
  return ruleWords(prefix, self, all);
}

/** What the editor of a view's query offers after `prefix` (VQ-01). */
export function queryCompletions(editor: CollectionEditor, prefix: string): string[] {
  const query = editor.$draft.get().options['query'];
  return queryWords(prefix, typeof query === 'string' ? query : '', $collectionList.get());
}
