import type { Limit } from '#domain/backend/field.ts';
import { type Collection, createCollection, field } from '#tests/support/factories.ts';
import { backend } from './logs-fixture.ts';

/** A backend with 100,000 records takes `ROWS=100000`. */
export const ROWS = Number(process.env['ROWS'] ?? 20_000);

const STAMP = "strftime('%Y-%m-%d %H:%M:%fZ', 1700000000 + n * 61 % 9999991, 'unixepoch')";
const id = (prefix: string, number: string) => `printf('${prefix}%014d', ${number})`;

/** Values of a column as SQL expressions of the row's number `n`. */
type Columns = Readonly<Record<string, string>>;

/** Inserts rows without the API; SQLite makes them. */
function insertMany(table: string, count: number, columns: Columns): void {
  const all: Columns = { id: id(table.charAt(0), 'n'), created: STAMP, updated: STAMP, ...columns };
  const names = Object.keys(all).map((name) => `\`${name}\``);
  backend().write('data', (db) =>
    db.exec(`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
      INSERT INTO \`${table}\` (${names.join()}) SELECT ${Object.values(all).join()} FROM numbers`),
  );
}

const relationTo = (collectionId: string, max: Limit = 1) => ({ collectionId, max });

/** Creates posts, comments on them, orders of users and a few tags, which guests may list; of orders only their own. */
export async function seedLists(): Promise<
  Readonly<Record<'posts' | 'comments' | 'orders' | 'tags', Collection>>
> {
  const { api } = backend();
  const users = await api.get<Collection>('/api/collections/users');
  const posts = await createCollection(api, {
    name: 'posts',
    listRule: '',
    fields: [
      ...['code', 'ref', 'slug', 'title', 'body'].map((name) => field(name)),
      field('status', 'select', { choices: ['a', 'b', 'c', 'd', 'e'] }),
      field('due', 'date'),
      field('active', 'bool'),
      field('amount', 'number'),
      field('meta', 'json'),
      field('readers', 'relation', relationTo(users.id, null)),
    ],
    indexes: ['CREATE INDEX idx_slug ON posts (slug)'],
  });
  const comments = await createCollection(api, {
    name: 'comments',
    listRule: '',
    fields: [field('text'), field('post', 'relation', relationTo(posts.id))],
  });
  const orders = await createCollection(api, {
    name: 'orders',
    listRule: '@request.auth.id != "" && owner = @request.auth.id',
    fields: [field('note'), field('owner', 'relation', relationTo(users.id))],
  });
  const tags = await createCollection(api, { name: 'tags', listRule: '', fields: [field('name')] });
  // Wide rows, which take the backend some time.
  const body = 'substr(hex(zeroblob(600)), 1, 1200)';
  insertMany('posts', ROWS, {
    ...{ code: "'C' || n", ref: "'R' || n", slug: "'s' || n", title: "'Title ' || n", body },
    ...{ status: "substr('abcde', n % 5 + 1, 1)", due: STAMP, active: 'n % 2', amount: 'n * 31 % 5000' },
    ...{ meta: "json_object('a', n)", readers: "'[]'" },
  });
  insertMany('comments', ROWS, { text: body, post: id('p', `n * 3 % ${ROWS}`) });
  insertMany('orders', 2 * ROWS, { note: body, owner: id('u', 'n % 500') });
  insertMany('tags', 50, { name: "'t' || n" });
  return { posts, comments, orders, tags };
}

/** Sends a list request as a guest or with a token; the response must be a list. */
export async function sendList(collection: string, query: Readonly<Record<string, string>>, token = '') {
  const url = `${backend().url}/api/collections/${collection}/records?${new URLSearchParams(query)}`;
  const response = await fetch(url, { headers: token ? { Authorization: token } : {} });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Waits until the backend has written this number of entries of lists. */
export async function listsLogged(count: number): Promise<void> {
  const limit = Date.now() + 10_000;
  for (;;) {
    const query = "SELECT COUNT(*) AS n FROM _logs WHERE data LIKE '%/records?%'";
    const written = Number(backend().sql(query, [], 'logs')[0]?.['n']);
    if (written >= count) return;
    if (Date.now() > limit) throw new Error(`Only ${written} of ${count} are logged.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
