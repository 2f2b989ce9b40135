import { parseTextList } from '#domain/app/lenient.ts';
import { PINNED_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/base/create-preference.ts';

const pins = createPreference<readonly string[]>({
  key: PINNED_KEY,
  initial: [],
  decode: parseTextList,
  encode: (ids) => JSON.stringify(ids),
});

/** Ids of the collections that are pinned on this device. */
export const $pins = pins.$value;

/** Pins or unpins a collection. */
export function togglePin(id: string): void {
  const isPinned = $pins.get().includes(id);
  pins.update((stored) => {
    const others = stored.filter((pin) => pin !== id);
    return isPinned ? others : [...others, id];
  });
}
