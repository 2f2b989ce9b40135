import { atom } from 'nanostores';
import type { FieldOf } from '#domain/backend/field.ts';

export interface Order {
  readonly field: FieldOf<'number'>;
  /** How the list is sorted by it; rows can be moved unless it is `none`. */
  readonly state: 'ascending' | 'descending' | 'none';
}

/** The chosen order; undefined without one, and until the browser was idle. */
export const $order = atom<Order | undefined>();
