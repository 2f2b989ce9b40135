import { atom } from 'nanostores';
import type { SchemaField } from '#domain/collections/collection.ts';

export interface Order {
  readonly field: SchemaField;
  /** How the list is sorted by it; rows can be moved unless it is `none`. */
  readonly state: 'ascending' | 'descending' | 'none';
}

/** The chosen order; undefined without one, and until the browser was idle. */
export const $order = atom<Order | undefined>();
