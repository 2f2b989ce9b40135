import { type Draft, draftOf } from '#domain/collections/editor/values.ts';
import { savedCollection, savedField } from './collections.ts';

/** The one index of `POSTS`, over two of its fields. */
export const INDEX = 'CREATE INDEX `idx_1` ON `posts` (\n  `ab`,\n  lower(`abc`)\n)';

/** A saved collection with two texts and a select, whose keys are `f_ab`, `f_abc` and `f_tags`. */
export const POSTS = savedCollection(
  'posts',
  [savedField('ab'), savedField('abc'), savedField('tags', 'select', { maxSelect: 2, values: ['x', 'y'] })],
  { indexes: [INDEX], listRule: '' },
);

/** The names of a draft's fields in their order. */
export const names = (draft: Draft): string[] => draft.fields.map(({ name }) => name);

/** A draft of `POSTS` after the given steps. */
export const edit = (...steps: ((draft: Draft) => Draft)[]): Draft =>
  steps.reduce((draft, step) => step(draft), draftOf(POSTS));
