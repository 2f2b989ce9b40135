import { listCollections } from '#api/collections/collections.ts';
import { isOwnCollection } from '#domain/arrangements/own-collection.ts';
import { sortCollections } from '#domain/collections/collection.ts';
import { openRules } from '#domain/collections/rules.ts';
import { checksOf } from '#domain/home/checks.ts';
import { openSettings } from '#stores/app/settings.ts';
import { readChecked } from '#wire/setting-glance.ts';
import { createCard, createShared } from './cards.ts';

/** All collections, in the order of the sidebar. */
export const sharedCollections = createShared(async (signal) =>
  sortCollections(await listCollections({ signal })).filter((one) => !isOwnCollection(one)),
);

export const sharedSettings = createShared((signal) => openSettings({ signal }));

/** The collections with rules that let anyone in. */
export const openCard = createCard(async (signal) =>
  (await sharedCollections(signal))
    .map((collection) => ({ collection, rules: openRules(collection) }))
    .filter(({ rules }) => rules.length > 0),
);

export const checksCard = createCard(async (signal) => checksOf(readChecked(await sharedSettings(signal))));
