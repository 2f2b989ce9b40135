import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { planText } from '#domain/logs/index-advice.ts';
import type { SlowList } from '#domain/logs/slow-lists.ts';
import { $collectionList, $collections } from '#stores/collections/list.ts';
import { $reading, $slowLists, setSlowFrom, startSlowLists } from '#stores/logs/slow-lists.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { backend, openLogs, startLogsTests, until } from './logs-fixture.ts';
import { listsLogged, ROWS, seedLists, sendList } from './slow-lists-fixture.ts';

startLogsTests();
beforeAll(async () => {
  await seedLists();
});

const TIMES = 3;
const query = (filter: string, more: Readonly<Record<string, string>> = {}) => ({ filter, ...more });
const some = (round: number) => (round * 7919) % ROWS;

/** The planted slow lists; the last one is one of a user's own orders. */
const slow = (round: number) => ({
  posts: [
    query(`code = "C${some(round)}"`),
    query(`status = "e" && due > "2024-03-0${round + 1}"`),
    { sort: '-updated', skipTotal: '1' },
  ],
  comments: [query(`post.ref = "R${some(round)}"`)],
  orders: [{ sort: '-created' }],
});

/** Fast ones, and slow ones that no index helps. */
const innocent = (round: number) => ({
  posts: [
    query(`slug = "s${some(round)}"`),
    query(`id = "p${String(some(round)).padStart(14, '0')}"`),
    { skipTotal: '1' },
    query(`title ~ "${round}77"`, { sort: '-created' }),
    query(`code != "C${round}"`),
    query(`code = "C1" || amount = ${round}`),
    query(`meta.a = ${round}`),
    query('active = true'),
    query(`readers ?= "${round}"`),
    query('code = ""'),
  ],
  tags: [query(`name = "t${round}"`)],
});

async function sendAll(): Promise<void> {
  const user = await createUser(backend(), 'users');
  const { token } = await backend().api.post<{ token: string }>('/api/collections/users/auth-with-password', {
    identity: user['email'],
    password: PASSWORD,
  });
  await backend().api.patch('/api/settings', { logs: { minLevel: 0 } });
  let sent = 0;
  for (let round = 0; round < TIMES; round++) {
    for (const lists of [slow(round), innocent(round)]) {
      for (const [collection, queries] of Object.entries(lists)) {
        for (const each of queries) {
          await sendList(collection, each, collection === 'orders' ? token : '');
          sent += 1;
        }
      }
    }
  }
  await listsLogged(sent);
}

const indexesOf = async (name: string): Promise<readonly string[]> =>
  (await backend().api.get<{ indexes: string[] }>(`/api/collections/${name}`)).indexes;

const nameOf = ({ list, shape }: SlowList) => [list.collection.name, shape, list.sort].join(' | ');

/** What the planted lists ask of the database. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'posts | code = ? | ': "SELECT * FROM posts WHERE code = 'C1'",
  'posts | status = ? && due > ? | ': "SELECT * FROM posts WHERE status = 'e' AND due > '2024-03-01'",
  'posts |  | -updated': 'SELECT * FROM posts ORDER BY updated DESC LIMIT 30',
  'comments | post.ref = ? | ':
    "SELECT comments.* FROM comments LEFT JOIN posts ON posts.id = comments.post WHERE posts.ref = 'R1'",
  'orders |  | -created': "SELECT * FROM orders WHERE owner = 'u1' ORDER BY created DESC LIMIT 30",
};
const planOf = (name: string): string =>
  backend()
    .sql(`EXPLAIN QUERY PLAN ${STATEMENTS[name]}`)
    .map(({ detail }) => detail)
    .join('\n');

test(`names the five planted lists of ${ROWS} records and no other, and the database reads each index`, async () => {
  onTestFinished($collections.listen(() => {}));
  await sendAll();
  await openLogs();
  setSlowFrom(10);
  onTestFinished(startSlowLists());
  await until($reading, ({ state }) => state === 'ready');
  await until($collectionList, (all) => all.length > 0);
  const lists = await until($slowLists, (found) => found !== undefined);
  const plans = new Map(
    lists?.flatMap((list) =>
      list.advice.kind === 'add' ? [[nameOf(list), list.advice.indexes] as const] : [],
    ),
  );
  const named = [...plans].map(([name, plan]) => [name, plan.map(planText)]);
  expect(Object.fromEntries(named)).toEqual({
    'posts | code = ? | ': ['posts (code)'],
    'posts | status = ? && due > ? | ': ['posts (status, due)'],
    'posts |  | -updated': ['posts (updated)'],
    'comments | post.ref = ? | ': ['comments (post)', 'posts (ref)'],
    'orders |  | -created': ['orders (owner, created)'],
  });

  let count = 0;
  for (const [name, plan] of plans) {
    const added = plan.map((each) => ({ ...each, index: `idx_added_${count++}` }));
    for (const { collection, columns, index } of added) {
      const indexes = await indexesOf(collection.name);
      const sql = `CREATE INDEX ${index} ON ${collection.name} (${columns.map(({ name }) => name).join()})`;
      await backend().api.patch(`/api/collections/${collection.id}`, { indexes: [...indexes, sql] });
    }
    // How much faster depends on what else the machine does. That the database reads the index doesn't.
    for (const { index } of added) expect(planOf(name)).toMatch(new RegExp(`INDEX ${index}\\b`));
    expect(planOf(name)).not.toContain('TEMP B-TREE');
  }
  expect(await indexesOf('posts')).toHaveLength(5);
});
