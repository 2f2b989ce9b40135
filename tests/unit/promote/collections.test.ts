import { describe, expect, test } from 'vitest';
import { differencesOf, isPromotable, withNeeds, withoutNeeding } from '#domain/promote/difference.ts';
import { type Entry, fieldsOf, rawOf } from '#tests/support/settings/entries.ts';
import { fieldOf, relationOf } from '../settings/import/entry-fixture.ts';
import { compare, labelsOf, patch } from './promote-fixture.ts';

const title = fieldOf('f1', 'title');
const body = fieldOf('f2', 'body');
const posts = rawOf('p1', 'posts', [title, body]);
const tags = rawOf('t1', 'tags', [fieldOf('f9', 'label')]);
const viewOf = (id: string, name: string, query: string) =>
  rawOf(id, name, [fieldOf(`random-${id}`, 'title')], { type: 'view', options: { query } });

describe('compare', () => {
  test('equal collections have no differences, whatever the order of their fields and members', () => {
    expect(compare([posts], [rawOf('p1', 'posts', [body, title])])).toEqual([]);
  });

  test('names each changed part once, with both values', () => {
    const from = rawOf(
      'p1',
      'articles',
      [fieldOf('f1', 'title', { required: true }), fieldOf('f3', 'tags')],
      {
        listRule: 'title != ""',
        indexes: ['CREATE INDEX `idx_a` ON `articles` (`title`)'],
      },
    );
    const to = { ...posts, indexes: ['CREATE INDEX `idx_b` ON `posts` (`title`)'] };
    expect(labelsOf([to], [from])).toEqual([
      'posts: name changed',
      'posts: List/Search rule changed',
      'posts: Field title changed',
      'posts: Field tags added',
      'posts: Field body removed',
      'posts: Index idx_a added',
      'posts: Index idx_b removed',
    ]);
    const [, rule, changed, added] = differencesOf(compare([to], [from]));
    expect(rule?.rows).toEqual([{ prop: 'listRule', old: 'null', new: 'title != ""', kind: 'changed' }]);
    expect(changed?.rows).toEqual([{ prop: 'required', old: 'false', new: 'true', kind: 'changed' }]);
    expect(added?.rows).toContainEqual({ prop: 'name', old: undefined, new: 'tags', kind: 'added' });
  });

  test('options of an auth collection are compared one by one, the query of a view without its fields', () => {
    const users = rawOf('u1', 'users', [], {
      type: 'auth',
      options: { manageRule: null, minPasswordLength: 8 },
    });
    const other = { ...users, options: { manageRule: 'id = 1', minPasswordLength: 10, unknown: 1 } };
    expect(labelsOf([users], [other])).toEqual([
      'users: Manage rule changed',
      'users: Minimum password length changed',
    ]);
    const view = viewOf('v1', 'v', 'SELECT id, title FROM posts');
    const wider = {
      ...view,
      schema: [fieldOf('zz', 'body')],
      options: { query: 'SELECT id, body FROM posts' },
    };
    expect(labelsOf([view], [wider])).toEqual(['v: Select query changed']);
  });

  test('what the backend takes for the same is no difference', () => {
    const mail = (options: object, rest: object = {}) =>
      rawOf('u1', 'users', [fieldOf('m1', 'mail', { type: 'email', options, ...rest })], {
        type: 'auth',
        options: { onlyEmailDomains: (options as { onlyDomains: unknown }).onlyDomains },
      });
    const to = mail({ exceptDomains: null, onlyDomains: null });
    const from = mail({ exceptDomains: [], onlyDomains: [] }, { unique: true });
    expect(labelsOf([to], [from])).toEqual([]);
    expect(labelsOf([to], [mail({ exceptDomains: null, onlyDomains: ['a.com'] })])).toEqual([
      'users: Only domains changed',
      'users: Field mail changed',
    ]);
    const day = (min: string) => rawOf('d1', 'd', [fieldOf('d2', 'day', { type: 'date', options: { min } })]);
    expect(labelsOf([day('2026-01-01')], [day('2026-01-01 00:00:00.000Z')])).toEqual([]);
    expect(labelsOf([day('2026-01-01')], [day('2026-01-02')])).toEqual(['d: Field day changed']);
    const place = (zoom: number) =>
      rawOf('p1', 'p', [fieldOf('p2', 'place', { type: 'geoPoint', options: { zoom } })]);
    expect(labelsOf([place(1)], [place(2)])).toEqual(['p: Field place changed']);
  });

  test('a renamed table or field changes no index', () => {
    const to = { ...posts, indexes: ['CREATE INDEX `idx` ON `posts` (`title`)'] };
    const from = rawOf('p1', 'news', [fieldOf('f1', 'headline'), body], {
      indexes: ['CREATE INDEX `idx` ON `news` (`headline`)'],
    });
    expect(labelsOf([to], [from])).toEqual(['posts: name changed', 'posts: Field headline changed']);
  });

  test('an index is compared by what it says, not by how it is written', () => {
    const indexed = (...indexes: string[]) => ({ ...posts, indexes });
    const to = indexed('create  index idx on posts (title, body)', 'no index');
    const from = indexed('CREATE INDEX `idx` ON `posts` (\n  `title`,\n  `body`\n)', 'no index');
    expect(labelsOf([to], [from])).toEqual([]);
    const others = ['(body, title)', '(title, body DESC)', '(title, body) WHERE title = 1'];
    for (const rest of others)
      expect(labelsOf([to], [indexed(`CREATE INDEX idx ON posts ${rest}`, 'no index')])).toEqual([
        'posts: Index idx changed',
      ]);
  });

  test('the case of a column counts in an index, if only its statement has another one', () => {
    const indexed = (column: string) => ({
      ...posts,
      indexes: [`CREATE INDEX \`idx\` ON \`posts\` (\`${column}\`)`],
    });
    const [group] = compare([indexed('TITLE')], [indexed('title')]);
    expect(group?.differences).toMatchObject([
      { label: 'Index idx', kind: 'changed', rows: [{ prop: 'idx', kind: 'changed' }], refusal: undefined },
    ]);
  });

  test('collections, fields and targets of relations with other ids are matched by name', () => {
    const to = [posts, rawOf('c1', 'comments', [relationOf('r1', 'post', 'p1')])];
    const from = [
      rawOf('p2', 'posts', [fieldOf('x1', 'title'), fieldOf('x2', 'body')], { viewRule: '' }),
      rawOf('c2', 'comments', [relationOf('x3', 'post', 'p2')]),
    ];
    expect(labelsOf(to, from)).toEqual(['posts: View rule changed']);
    expect(compare(to, from)[0]?.note).toBe('Matched by name: the ids differ.');
  });

  test('what PocketBase can’t change is refused', () => {
    const number = { type: 'number' };
    const taken = [posts, rawOf('o1', 'news')];
    expect(labelsOf([posts], [rawOf('p1', 'posts', [fieldOf('f1', 'title', number), body])])).toEqual([
      'posts: Field title changed refused',
    ]);
    expect(labelsOf([posts], [rawOf('p1', 'posts', [fieldOf('new', 'title', number), body])])).toEqual([
      'posts: Field title changed refused',
    ]);
    const renamed = { ...posts, name: 'NEWS', viewRule: '', options: { name: 1 } };
    expect(labelsOf(taken, [renamed]).slice(0, 2)).toEqual([
      'posts: name changed refused',
      'posts: View rule changed',
    ]);
    expect(labelsOf([{ ...posts, options: { name: 0 } }, ...taken.slice(1)], [renamed])).toContain(
      'posts: name changed',
    );
    expect(labelsOf(taken, [{ ...posts, name: 'other' }, rawOf('o1', 'news')])).toEqual([
      'posts: name changed',
    ]);
    const [type] = differencesOf(compare([posts], [{ ...posts, type: 'auth', viewRule: '' }]));
    expect(type).toMatchObject({
      id: 'p1 member type',
      part: { of: 'member', name: 'type' },
      rows: [{ prop: 'type', old: 'base', new: 'auth', kind: 'changed' }],
    });
    expect(labelsOf([posts], [{ ...posts, type: 'auth', viewRule: '' }])).toEqual([
      'posts: type changed refused',
    ]);
    expect(labelsOf([posts], [posts, viewOf('v9', 'posts', 'SELECT 1')])).toEqual([
      'posts: New collection added refused',
    ]);
    const link = (target: string) => rawOf('c1', 'c', [relationOf('r1', 'post', target)]);
    expect(labelsOf([posts, rawOf('q1', 'q'), link('p1')], [posts, rawOf('q1', 'q'), link('q1')])).toEqual([
      'c: Field post changed refused',
    ]);
  });

  test('a field can’t get the name of one that only the target has', () => {
    const [renamed, stays] = differencesOf(compare([posts], [rawOf('p1', 'posts', [fieldOf('f1', 'Body')])]));
    expect(renamed).toMatchObject({
      ...{ label: 'Field Body', kind: 'changed' },
      refusal: 'Another field of the target has this name.',
    });
    expect(stays).toMatchObject({ label: 'Field body', kind: 'removed' });
  });

  test('an index can’t get the name of one of another collection, which the backend would drop', () => {
    const indexed = (collection: Entry, name: string) => ({
      ...collection,
      indexes: [`CREATE UNIQUE INDEX \`${name}\` ON \`${collection.name}\` (\`title\`)`],
    });
    const notes = rawOf('n1', 'notes', [title]);
    const to = [indexed(posts, 'idx_title')];
    expect(labelsOf([...to, notes], [...to, indexed(notes, 'IDX_title')])).toEqual([
      'notes: Index idx_title added refused',
    ]);
    expect(labelsOf(to, [...to, indexed(notes, 'idx_title')])).toEqual([
      'notes: New collection added refused',
    ]);
    expect(labelsOf(to, [...to, indexed(notes, 'idx_other')])).toEqual(['notes: New collection added']);
    expect(labelsOf([...to, notes], [indexed(posts, 'idx_new'), notes])).toContain(
      'posts: Index idx_new added',
    );
  });

  test('what only the target has is named, and never deleted', () => {
    const indexes = ['CREATE INDEX `idx` ON `posts` (`title`)'];
    const old = rawOf('o1', 'old', [title], { options: { size: 1 } });
    const groups = compare([{ ...posts, indexes }, old], [rawOf('p1', 'posts', [title]), tags]);
    expect(groups.map(({ name, kind }) => [name, kind])).toEqual([
      ['posts', 'changed'],
      ['tags', 'added'],
      ['old', 'removed'],
    ]);
    const stays = differencesOf(groups).filter(({ kind }) => kind === 'removed');
    expect(stays.map(({ label, refusal }) => `${label}: ${refusal}`)).toEqual(
      ['Field body', 'Index idx', 'Collection'].map(
        (label) => `${label}: Promoting deletes nothing, so this stays.`,
      ),
    );
    expect(withNeeds(differencesOf(groups), ['o1 collection'])).toEqual(new Set());
    expect(stays.at(-1)?.rows).toContainEqual({ prop: 'size', old: '1', new: undefined, kind: 'removed' });
  });

  test('a new collection has its members, the names of its fields, and its options', () => {
    const indexes = ['CREATE INDEX `idx` ON `users` (`title`)'];
    const users = rawOf('u1', 'users', [title, body], { type: 'auth', options: { size: 1 }, indexes });
    const [difference] = differencesOf(compare([], [users]));
    expect(difference?.part).toEqual({ of: 'collection' });
    expect(difference?.rows.map((row) => [row.prop, row.new])).toEqual([
      ['name', 'users'],
      ['type', 'auth'],
      ...['list', 'view', 'create', 'update', 'delete'].map((rule) => [`${rule}Rule`, 'null']),
      ['indexes', indexes[0]],
      ['fields', 'title\nbody'],
      ['size', '1'],
    ]);
  });
});

test('promotable is what the target does not only have itself, and what it does not refuse', () => {
  const [added] = differencesOf(compare([], [tags]));
  if (!added) throw new Error('There is no difference.');
  expect(isPromotable(added)).toBe(true);
  expect(isPromotable({ ...added, refusal: 'No.' })).toBe(false);
  expect(isPromotable({ ...added, kind: 'removed' })).toBe(false);
  expect(withoutNeeding([{ ...added, refusal: 'No.' }], new Set([added.id]), [])).toEqual(new Set());
});

describe('needs', () => {
  const from = [
    rawOf('p1', 'posts', [title, body, relationOf('f3', 'tag', 't1'), fieldOf('f4', 'state')], {
      listRule: 'tag.label != "" && state = 1',
      viewRule: 'title != ""',
      updateRule: '@collection.tags.id != ""',
      // Its name is that of a new field.
      indexes: ['CREATE INDEX `tag` ON `posts` (`state`)'],
    }),
    tags,
    rawOf('c1', 'comments', [relationOf('f5', 'about', 't1'), relationOf('f6', 'post', 'p1')]),
    viewOf('v1', 'v', 'SELECT p.id, p.state FROM posts p'),
  ];
  const found = () => differencesOf(compare([posts], from));
  const needed = (id: string) => [...withNeeds(found(), [id])].sort();

  test.each([
    ['p1 field f3', ['p1 field f3', 't1 collection']],
    ['p1 member listRule', ['p1 field f3', 'p1 field f4', 'p1 member listRule', 't1 collection']],
    ['p1 member viewRule', ['p1 member viewRule']],
    ['p1 member updateRule', ['p1 member updateRule', 't1 collection']],
    ['p1 index tag', ['p1 field f4', 'p1 index tag']],
    ['c1 collection', ['c1 collection', 't1 collection']],
    ['v1 collection', ['p1 field f4', 'v1 collection']],
    ['t1 collection', ['t1 collection']],
  ])('%s', (id, ids) => {
    expect(needed(id)).toEqual(ids);
  });

  test('a rule needs the new name of a renamed field, and a field of another collection only through its relation', () => {
    const tag = relationOf('f3', 'tag', 't1');
    const to = [rawOf('p1', 'posts', [title, tag]), rawOf('t1', 'tags')];
    const listRule = 'headline != ""';
    const viewRule = 'label != ""';
    const source = [
      rawOf('p1', 'posts', [fieldOf('f1', 'headline'), tag], {
        listRule,
        viewRule,
        updateRule: 'tag.label = 1',
      }),
      tags,
    ];
    const renamed = differencesOf(compare(to, source));
    const needsOf = (rule: string) => [...withNeeds(renamed, [`p1 member ${rule}`])].sort();
    expect(needsOf('listRule')).toEqual(['p1 field f1', 'p1 member listRule']);
    expect(needsOf('viewRule')).toEqual(['p1 member viewRule']);
    expect(needsOf('updateRule')).toEqual(['p1 member updateRule', 't1 field f9']);
  });

  test('a query needs the new name of a collection, which needs nothing', () => {
    const view = viewOf('v1', 'v', 'SELECT id FROM posts');
    const source = [
      rawOf('p1', 'news', [fieldOf('f1', 'title', { required: true }), body, fieldOf('f4', 'news')], {
        listRule: 'title != ""',
      }),
      viewOf('v1', 'v', 'SELECT id, title FROM news'),
    ];
    const needs = differencesOf(compare([posts, view], source)).map((each) => [each.id, each.needs]);
    expect(Object.fromEntries(needs)).toEqual({
      'p1 member name': [],
      'p1 member listRule': [],
      'p1 field f1': [],
      'p1 field f4': [],
      'v1 option query': ['p1 member name'],
    });
  });

  test('a new collection needs what its rules name, and not what only has names of its own parts', () => {
    const fields = [relationOf('f1', 'post', 'p1'), relationOf('f2', 'state', 'p1'), fieldOf('f3', 'base')];
    const states = rawOf('c1', 'state', fields, {
      indexes: ['CREATE INDEX `idx` ON `state` (`post`, `state`)'],
    });
    const source = [rawOf('p1', 'posts', [title, body, fieldOf('f4', 'state')]), rawOf('b1', 'base')];
    const needsOf = (collection: Entry) =>
      differencesOf(compare([posts], [...source, collection])).at(-1)?.needs;
    expect(needsOf(states)).toEqual([]);
    expect(needsOf({ ...states, listRule: 'post.state = 1' })).toEqual(['p1 field f4']);
  });

  test('what can’t be there without something that can’t be promoted is refused, too', () => {
    const other = viewOf('x1', 'notes', 'SELECT id FROM tags');
    const to = [rawOf('p1', 'posts', [title, body, fieldOf('f3', 'state')]), tags, other];
    const renamed = [fieldOf('f1', 'state'), fieldOf('f2', 'title')];
    const related = [fieldOf('f4', 'body'), relationOf('f5', 'note', 'n1'), relationOf('f6', 'tag', 't1')];
    const source = [
      rawOf('p1', 'posts', [...renamed, ...related], {
        listRule: 'title != ""',
        indexes: ['CREATE INDEX `idx` ON `posts` (`tag`, `note`)', 'CREATE INDEX `own` ON `posts` (`tag`)'],
      }),
      tags,
      rawOf('n1', 'notes', [title]),
      rawOf('c1', 'comments', [relationOf('f7', 'note', 'n1'), relationOf('f8', 'self', 'c1')]),
    ];
    const refusals = differencesOf(compare(to, source)).map(({ id, refusal }) => [id, refusal]);
    const needs = (what: string) => `It needs “${what}”, which can’t be promoted.`;
    const only = 'Promoting deletes nothing, so this stays.';
    expect(Object.fromEntries(refusals)).toEqual({
      'p1 member listRule': undefined,
      'p1 field f1': 'Another field of the target has this name.',
      'p1 field f2': needs('posts: Field state'),
      'p1 field f4': needs('posts: Field title'),
      'p1 field f5': needs('notes: New collection'),
      'p1 field f6': undefined,
      'p1 field f3': only,
      'p1 index idx': needs('posts: Field note'),
      'p1 index own': undefined,
      'n1 collection': 'Another collection of the target has this name.',
      'c1 collection': needs('notes: New collection'),
      'x1 collection': only,
    });
  });

  test('a rule is refused for a path that leads to what is refused, and not for words or names that the target has', () => {
    const other = viewOf('x1', 'notes', 'SELECT id FROM tags');
    const fields = [title, relationOf('f5', 'note', 'n1')];
    const rules = {
      listRule: 'note.title != ""',
      viewRule: '@collection.notes.id != ""',
      createRule: 'title = "note" && @request.data.note != "" // note',
      updateRule: 'tags_via_post.label != ""',
      deleteRule: 'title = "tags_via_post"',
      options: { manageRule: 'note = ""' },
    };
    const to = [rawOf('p1', 'posts', [title], { options: { manageRule: null } }), other];
    const source = [
      rawOf('p1', 'posts', fields, rules),
      rawOf('n1', 'notes', [title]),
      rawOf('t1', 'tags', [fieldOf('f9', 'label'), relationOf('f8', 'post', 'p1')]),
      rawOf('c1', 'comments', [], { listRule: '@collection.posts.note = ""' }),
    ];
    const differences = differencesOf(compare(to, source));
    const refused = differences.filter(({ refusal, kind }) => refusal && kind !== 'removed');
    expect(Object.fromEntries(refused.map(({ id, refusal }) => [id, refusal]))).toEqual({
      'p1 field f5': 'It needs “notes: New collection”, which can’t be promoted.',
      'p1 member listRule': 'It needs “posts: Field note”, which can’t be promoted.',
      'p1 member viewRule': 'It needs “notes: New collection”, which can’t be promoted.',
      'p1 option manageRule': 'It needs “posts: Field note”, which can’t be promoted.',
      'n1 collection': 'Another collection of the target has this name.',
      'c1 collection': 'It needs “posts: Field note”, which can’t be promoted.',
    });
    const needsOf = (id: string) => [...withNeeds(differences, [id])];
    expect(needsOf('p1 member updateRule')).toEqual(['p1 member updateRule', 't1 collection']);
    expect(needsOf('p1 member deleteRule')).toEqual(['p1 member deleteRule']);
  });

  test('a view is refused whose query reads what is refused, and not for other words or names that the target has', () => {
    const other = viewOf('x1', 'notes', 'SELECT id FROM tags');
    const to = [rawOf('p1', 'posts', [title]), other, viewOf('v1', 'v', 'SELECT id FROM posts')];
    const compared = (query: string) => {
      const source = [
        rawOf('p1', 'posts', [title, relationOf('f5', 'note', 'n1')]),
        rawOf('n1', 'notes', [title]),
        viewOf('v1', 'v', query),
        viewOf('v2', 'w', query),
      ];
      return differencesOf(compare(to, source)).filter(({ id }) => id.startsWith('v'));
    };
    const needs = (what: string) => `It needs “${what}”, which can’t be promoted.`;
    for (const [query, refusal] of [
      ['SELECT p.id, p.note FROM posts p', needs('posts: Field note')],
      ['SELECT id, [NOTE] FROM posts', needs('posts: Field note')],
      ['SELECT n.id FROM notes n', needs('notes: New collection')],
      ["SELECT id, 'notes' AS note, title FROM posts -- notes", undefined],
    ] as const) {
      expect(compared(query).map((each) => each.refusal)).toEqual([refusal, refusal]);
    }
  });

  test('a relation needs no new name of its collection', () => {
    const to = [rawOf('p1', 'posts', [title]), tags];
    const source = [
      rawOf('p1', 'posts', [title, relationOf('f3', 'tag', 't1')]),
      { ...tags, name: 'labels' },
      rawOf('c1', 'comments', [relationOf('f4', 'tag', 't1')]),
    ];
    const needs = differencesOf(compare(to, source)).map((each) => [each.id, each.needs]);
    expect(Object.fromEntries(needs)).toEqual({
      'p1 field f3': [],
      't1 member name': [],
      'c1 collection': [],
    });
  });

  test('a field needs the rename of the one that has its name in the target', () => {
    const to = [rawOf('p1', 'posts', [fieldOf('f1', 'a'), fieldOf('f2', 'b'), fieldOf('f3', 'c')])];
    const needsIn = (...names: readonly string[]) => {
      const fields = names.map((name, index) => fieldOf(`f${index + 1}`, name));
      const differences = differencesOf(compare(to, [rawOf('p1', 'posts', fields)]));
      return Object.fromEntries(differences.map(({ id, needs }) => [id, needs]));
    };
    const [f1, f2, f3, f4] = ['p1 field f1', 'p1 field f2', 'p1 field f3', 'p1 field f4'];
    expect(needsIn('b', 'A', 'c')).toEqual({ [f1]: [f2], [f2]: [f1] });
    expect(needsIn('b', 'c', 'd')).toEqual({ [f1]: [f2], [f2]: [f3], [f3]: [] });
    expect(needsIn('A', 'b', 'd', 'C')).toEqual({ [f1]: [], [f3]: [], [f4]: [f3] });
  });

  test('what needs a removed one is removed, too', () => {
    const differences = found();
    const all = withNeeds(
      differences,
      differences.map(({ id }) => id),
    );
    expect([...withoutNeeding(differences, all, ['p1 field f4'])].sort()).toEqual([
      'c1 collection',
      'p1 field f3',
      'p1 member updateRule',
      'p1 member viewRule',
      't1 collection',
    ]);
  });
});

describe('patch', () => {
  test('contains only the selected parts, and keeps what only the target has', () => {
    const to = { ...posts, indexes: ['CREATE INDEX `idx` ON `posts` (`title`)'], deleteRule: '' };
    const from = rawOf('p1', 'news', [fieldOf('f1', 'headline'), fieldOf('f3', 'tags')], {
      listRule: 'id != ""',
    });
    expect(patch([to], [from], 'List/Search rule')).toEqual([{ ...to, listRule: 'id != ""' }]);
    const [renamed] = patch([to], [from], 'name', 'Field headline', 'Field tags');
    expect(renamed).toMatchObject({
      name: 'news',
      listRule: null,
      indexes: ['CREATE INDEX `idx` ON `news` (`headline`)'],
    });
    expect(renamed && fieldsOf(renamed).map(({ name }) => name)).toEqual(['headline', 'body', 'tags']);
    const others = [rawOf('o1', 'others'), rawOf('o1', 'others', [title])] as const;
    expect(patch([to, others[0]], [from, others[1]], 'name').map(({ id }) => id)).toEqual(['p1']);
  });

  test('all promotable differences applied leave only the others', () => {
    const to = [posts, rawOf('u1', 'users', [], { type: 'auth', options: { manageRule: null } })];
    const from = [
      rawOf('p1', 'posts', [title, fieldOf('f3', 'x', { required: true })], {
        indexes: ['CREATE INDEX `idx` ON `posts` (`x`)'],
        listRule: '',
      }),
      rawOf('u2', 'users', [], { type: 'auth', options: { manageRule: 'id = 1' } }),
      viewOf('v1', 'v', 'SELECT id, title FROM posts'),
    ];
    expect(labelsOf(patch(to, from), from)).toEqual(['posts: Field body removed']);
  });

  test('views follow what they read', () => {
    const from = [
      viewOf('v1', 'a', 'SELECT id FROM b'),
      viewOf('v2', 'b', 'SELECT id FROM z'),
      rawOf('z1', 'z'),
    ];
    expect(patch([], from).map(({ name }) => name)).toEqual(['z', 'b', 'a']);
  });
});
