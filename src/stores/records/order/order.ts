import { atom, computed } from 'nanostores';
import { sortStateOf } from '#domain/app/sort.ts';
import { orderKey } from '#domain/app/storage-keys.ts';
import { setSort } from '#stores/app/list-address.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { createCollectionPreference } from '../collection-preference.ts';
import { $sort } from '../list.ts';
import { $order } from './state.ts';

export { moveRowTo } from './move.ts';

const HINT = 'Drag rows by their handles, or move the row in use with Alt and the arrow keys.';

const preference = createCollectionPreference<string>({
  keyOf: orderKey,
  initial: '',
  decode: (text) => text,
  encode: (fieldId) => fieldId || undefined,
});
const $fieldId = atom('');

const $wanted = computed([$fieldId, $activeCollection, $sort], (fieldId, collection, sort) => {
  const field = collection?.fields.filter((one) => one.type === 'number').find(({ id }) => id === fieldId);
  if (!field || collection?.type === 'view') return undefined;
  return { field, state: sortStateOf(sort, field.name) };
});

let stop: (() => void) | undefined;

/** Keeps `$order` current. Returns a function that stops this. */
export function startOrder(): () => void {
  if (stop) return stop;
  const stopPreference = preference.follow((id) => $fieldId.set(id));
  const stopOrder = $wanted.subscribe((order) => $order.set(order));
  stop = () => {
    stopPreference();
    stopOrder();
    stop = undefined;
  };
  return stop;
}

/** Orders the active collection by a number field and sorts the list by it, or no longer. Stored on this device. */
export function toggleOrder(fieldId: string): void {
  startOrder();
  const isChosen = $fieldId.get() === fieldId;
  preference.update(() => (isChosen ? '' : fieldId));
  const { field, state } = $wanted.get() ?? {};
  if (!field || isChosen) return;
  if (state === 'none') setSort(`+${field.name}`);
  addToast('info', HINT);
}
