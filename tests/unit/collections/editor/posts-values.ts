import { type CollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import { savedCollection, savedField } from './collections.ts';

/** The only index of `POSTS`, on two of its fields. */
export const INDEX = 'CREATE INDEX `idx_1` ON `posts` (\n  `ab`,\n  lower(`abc`)\n)';

/** A saved collection with two texts and a select, whose keys are `f_ab`, `f_abc` and `f_tags`. */
export const POSTS = savedCollection(
  'posts',
  [savedField('ab'), savedField('abc'), savedField('tags', 'select', { maxSelect: 2, values: ['x', 'y'] })],
  { indexes: [INDEX], listRule: '' },
);

/** The names of the fields in their order. */
export const names = (values: CollectionValues): string[] => values.fields.map(({ name }) => name);

/** The values of `POSTS` after the given steps. */
export const edit = (...steps: ((values: CollectionValues) => CollectionValues)[]): CollectionValues =>
  steps.reduce((values, step) => step(values), valuesOf(POSTS));
