import { expect, test } from 'vitest';
import { tabsOf } from '#domain/docs/tabs.ts';
import { docText } from './doc-text.ts';
import { docFor, members, posts, totals } from './documented.ts';

const tabs = [posts, members, totals].flatMap((collection) =>
  tabsOf(collection).map((tab) => ({ name: collection.name, collection, ...tab })),
);

// After an intended change of a text: npm run test:unit -- tests/unit/docs/golden -u
test.each(tabs)('[DC-05] $title of $name matches golden/$name/$id.txt', async (tab) => {
  const doc = await docFor(tab.id, tab.collection);
  const text = docText(`${tab.title} (${tab.name})`, doc);
  await expect(text).toMatchFileSnapshot(`golden/${tab.name}/${tab.id}.txt`);
});
