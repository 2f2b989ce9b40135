import { rowsOf } from './ready.ts';
import type { Measurement } from './scene.ts';
import { COLLECTIONS, recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

/**
 * Switches between collections until rows stand: twice to one that was not shown yet, each time followed by the way
 * back to one that was. The reference keeps no rows; it gets the same clicks.
 */
export const switching: Measurement = async ({ browser, dashboard, session }, condition) => {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(recordsUrl(dashboard, 'posts'), rowsOf(dashboard, 'posts'));
  await visit.network.quiet();
  await visit.impose(condition);
  const goTo = async (name: 'posts' | 'authors' | 'wide'): Promise<number> => {
    const time = await visit.clickUntil(dashboard.linkSelector(COLLECTIONS[name]), rowsOf(dashboard, name));
    await visit.network.quiet();
    return time;
  };
  const [authors, back, wide, backAgain] = [
    await goTo('authors'),
    await goTo('posts'),
    await goTo('wide'),
    await goTo('posts'),
  ];
  await visit.end();
  return {
    'switch collection: time': (authors + wide) / 2,
    'back to a collection: time': (back + backAgain) / 2,
  };
};
