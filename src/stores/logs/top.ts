import { computed } from 'nanostores';
import type { Log } from '#domain/logs/log.ts';
import { createTop, type Top } from '#domain/logs/top.ts';
import { $logs } from './list.ts';

let groups = createTop();
let counted: readonly Log[] = [];

/** Whether the list only grew at its end. */
const isContinued = (items: readonly Log[]) =>
  items.length >= counted.length &&
  items[0] === counted[0] &&
  items[counted.length - 1] === counted[counted.length - 1];

/** The most frequent, slowest and failing paths of the loaded entries; undefined while there are none. */
export const $top = computed($logs, (list): Top | undefined => {
  if (list.state !== 'ready') return undefined;
  const { items } = list;
  if (!isContinued(items)) {
    groups = createTop();
    counted = [];
  }
  groups.add(items.slice(counted.length));
  counted = items;
  return groups.top();
});
