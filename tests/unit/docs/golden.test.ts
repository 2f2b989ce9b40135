import { expect, test } from 'vitest';
import { renderDoc } from '#domain/docs/render.ts';
import { tabsOf } from '#domain/docs/tabs.ts';
import { docText } from './doc-text.ts';
import { contextOf, members, posts, totals } from './documented.ts';

/** Tabs with every kind of endpoint, sample, rule, parameter and collection. */
const TABS = [
  { collection: posts, ids: ['list', 'create', 'delete', 'realtime'] },
  {
    collection: members,
    ids: [
      ...['update', 'auth-with-password', 'auth-with-oauth2', 'auth-refresh'],
      ...['confirm-password-reset', 'auth-methods', 'list-external-auths'],
    ],
  },
  { collection: totals, ids: ['view'] },
];

// After an intended change of a text: npm run test:unit -- tests/unit/docs/golden -u
test('[DC-05] a dozen tabs match golden/COLLECTION/ID.txt', async () => {
  for (const { collection, ids } of TABS) {
    const context = contextOf(collection);
    const tabs = tabsOf(context).filter(({ id }) => ids.includes(id));
    expect(tabs).toHaveLength(ids.length);
    for (const tab of tabs) {
      const text = docText(`${tab.title} (${collection.name})`, renderDoc(context, tab));
      await expect(text).toMatchFileSnapshot(`golden/${collection.name}/${tab.id}.txt`);
    }
  }
});
