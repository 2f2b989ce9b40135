import { atom, computed } from 'nanostores';
import { VIEWS_KEY } from '#domain/app/storage-keys.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';

/* What the first screen needs to know of views: all else arrives with the first one that is stored. */

/** The stored views of all collections as text; '' when there are none. */
export const storedViews = createTextPreference(VIEWS_KEY);

/** Whether there is a view of any collection. */
export const $hasViews = computed(storedViews.$value, Boolean);

/** The view that the list on screen differs from: its name, and in what, such as `filter, columns`. */
export const $changedView = atom<{ readonly name: string; readonly parts: string } | undefined>(undefined);
