import process from 'node:process';
import { expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { getSound } from '#api/collections/memory.ts';
import { list, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field, FieldType } from '#domain/backend/field.ts';
import {
  addField,
  duplicateField,
  type FieldSwitch,
  hasSwitch,
  moveField,
  removeField,
  renameField,
  setFieldOption,
  setHelp,
  setHidden,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import {
  type CollectionValues,
  type FieldValues,
  setRule,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { can } from '#stores/app/capabilities.ts';
import { createEditor } from '#stores/collections/editor/editor.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import { until } from '#tests/stores/until.ts';
import type { Backend } from '#tests/support/backend.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { writeEntry } from '#wire/pb23/save-collection.ts';
import { contentOf, type Filled, fill, structureOf, withChanged, withoutViews } from './no-harm-fixture.ts';
import { type Change, save } from './save-changes.ts';

/** Another value of each option, as the inputs hold it, and what the backend then stores under which key. */
const OTHERS: Readonly<
  Partial<Record<FieldType, readonly [name: string, typed: unknown, key: string, stored: unknown][]>>
> = {
  text: [
    ['min', 2, 'min', 2],
    ['max', 88, 'max', 88],
    ['max', null, 'max', 2_147_483_647],
    ['max', 'default', 'max', 0],
    ['autogenerate', '[a-z]{20}', 'autogeneratePattern', '[a-z]{20}'],
    ['pattern', '^[a-z0-9_]+$', 'pattern', '^[a-z0-9_]+$'],
  ],
  editor: [
    ['stripsDomain', false, 'convertURLs', false],
    ['maxSize', 'default', 'maxSize', 0],
    ['maxSize', 700, 'maxSize', 700],
  ],
  number: [
    ['min', null, 'min', null],
    ['max', 40, 'max', 40],
    ['isWhole', false, 'onlyInt', false],
  ],
  email: [['onlyDomains', ['b.example', 'c.example'], 'onlyDomains', ['b.example', 'c.example']]],
  url: [['exceptDomains', [], 'exceptDomains', []]],
  date: [
    ['min', '', 'min', ''],
    ['max', '2030-01-01 00:00:00.000Z', 'max', '2030-01-01 00:00:00.000Z'],
  ],
  select: [['choices', ['a', 'b', 'c', 'd'], 'values', ['a', 'b', 'c', 'd']]],
  relation: [
    ['cascades', true, 'cascadeDelete', true],
    ['cascades', false, 'cascadeDelete', false],
  ],
  file: [
    ['mimeTypes', [], 'mimeTypes', []],
    ['thumbs', ['0x9', '5x5'], 'thumbs', ['0x9', '5x5']],
    ['max', 7, 'maxSelect', 7],
    ['maxSize', 'default', 'maxSize', 0],
    ['isProtected', false, 'protected', false],
  ],
  json: [['maxSize', 5000, 'maxSize', 5000]],
  password: [
    ['min', 5, 'min', 5],
    ['max', 'default', 'max', 0],
    ['pattern', '^.+$', 'pattern', '^.+$'],
    ['cost', 6, 'cost', 6],
  ],
  autodate: [['onUpdate', true, 'onUpdate', true]],
};

const SWITCHES: readonly (readonly [
  FieldSwitch,
  key: string,
  set: (values: CollectionValues, key: string, on: boolean) => CollectionValues,
])[] = [
  ['isRequired', 'required', setRequired],
  ['isPresentable', 'presentable', setPresentable],
  ['isHidden', 'hidden', setHidden],
];

/** Of each field, every single change. The name of a key and its value are what shall be stored then. */
function* changesOf(field: FieldValues): Generator<readonly [change: Change, key: string, stored: unknown]> {
  const { key } = field;
  for (const [name, typed, stored, value] of OTHERS[field.type] ?? []) {
    // It is so already.
    if (JSON.stringify(field.options[name]) === JSON.stringify(typed)) continue;
    yield [(values) => setFieldOption(values, key, name, typed), stored, value];
  }
  // What all fields have is changed in a few of them, and with all cases in each.
  if (!process.env['ALL_CASES'] && !['title', 'email', 'id', 'verified'].includes(field.name)) return;
  for (const [name, stored, set] of SWITCHES) {
    if (!hasSwitch(field, name) || (name === 'isHidden' && field.isPresentable)) continue;
    yield [(values) => set(values, key, !field[name]), stored, !field[name]];
    yield [(values) => set(values, key, field[name]), stored, field[name]];
  }
  if (can().hasFieldHelp && field.type !== 'autodate')
    yield [(values) => setHelp(values, key, 'Help.'), 'help', 'Help.'];
}

const withField = (collection: Readonly<Record<string, unknown>>, id: string, change: object) => ({
  ...collection,
  fields: list(collection['fields'], members).map((one) => (one['id'] === id ? { ...one, ...change } : one)),
});

const idsIn = async ({ api }: Backend): Promise<string[]> => {
  const { items } = await api.get<{ items: { id: string }[] }>('/api/collections?perPage=200');
  return items.map(({ id }) => id);
};

const fieldOf = async (id: string, name: string): Promise<Field> => {
  const found = (await getSound(id)).fields.find((one) => one.name === name);
  if (!found) throw new Error(`No field ${name}.`);
  return found;
};
const keyOf = (values: CollectionValues, name: string) =>
  values.fields.find((field) => field.name === name && !field.toDelete)?.key ?? '';

onNewer((backend, version) => {
  const hasGeoPoint = version !== '0.23.12';
  let filled: Promise<Filled> | undefined;
  const ids = () => (filled ??= fill(backend(), hasGeoPoint));

  test('[NC-03] what is read is sent back as it is stored: all fields and indexes, of every collection', async () => {
    await ids();
    const [before, structure] = [contentOf(backend()), structureOf(backend())];
    for (const id of await idsIn(backend())) {
      const { fields, indexes } = writeEntry(
        readCollection(await backend().api.get(`/api/collections/${id}`)),
      );
      await backend().api.patch(`/api/collections/${id}`, { fields, indexes });
    }
    expect(contentOf(backend())).toEqual(before);
    expect(structureOf(backend())).toEqual(structure);
  });

  test('[NC-03] each option of each field alone is changed, and nothing else', async () => {
    const { base, auth } = await ids();
    let count = 0;
    for (const id of [base, auth]) {
      for (const field of valuesOf(await getSound(id)).fields) {
        for (const [change, key, stored] of changesOf(field)) {
          const before = withoutViews(contentOf(backend()));
          await save(id, change).catch((error: unknown) => {
            throw new Error(`${field.name}.${key} = ${JSON.stringify(stored)}`, { cause: error });
          });
          const expected = withChanged(before, id, (one) => withField(one, field.id, { [key]: stored }));
          expect(withoutViews(contentOf(backend())), `${field.name}.${key}`).toEqual(expected);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  test('[NC-03] each rule alone is changed, and nothing else but the secret of sessions', async () => {
    const { base, auth, view } = await ids();
    const rules = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
    const all = [
      ...rules.map((name) => [base, name] as const),
      ...rules.map((name) => [auth, name] as const),
      ...rules.slice(0, 2).map((name) => [view, name] as const),
    ];
    for (const [id, name] of all) {
      const before = contentOf(backend());
      await save(id, (values) => setRule(values, name, 'id = "changed"'));
      const expected = withChanged(before, id, (one) => ({ ...one, [name]: 'id = "changed"' }));
      expect(contentOf(backend()), name).toEqual(expected);
    }
    const options = () =>
      members(contentOf(backend())['_collections']?.find((one) => one['id'] === auth)?.['options']);
    const before = options();
    await save(auth, (values) => setRule(values, 'authRule', ''));
    const { authRule, authToken, ...kept } = options();
    expect(authRule).toBe('');
    expect(members(authToken)['secret']).not.toBe(members(before['authToken'])['secret']);
    expect({ authRule: before['authRule'], authToken: before['authToken'], ...kept }).toEqual(before);
  });

  test('[NC-04] a renamed field keeps its column, and a new one of its former name is another', async () => {
    const { base } = await ids();
    const title = await fieldOf(base, 'title');
    // In front of the renamed one, whose id the backend would give it.
    await save(base, (values) => {
      const renamed = renameField(values, title.id, 'headline');
      const added = renameField(addField(renamed, 'text'), `new-${values.nextKey}`, 'title');
      return moveField(added, `new-${values.nextKey}`, 1);
    });
    const { fields, indexes, name } = await getSound(base);
    expect(fields.find(({ id }) => id === title.id)?.name).toBe('headline');
    expect(fields.filter((one) => one.name === 'title')).toHaveLength(1);
    expect(indexes[0]).toContain('headline');
    expect(
      backend()
        .sql(`SELECT title, headline FROM ${name}`)
        .map((row) => ({ ...row })),
    ).toEqual([{ title: '', headline: 'first' }]);
  });

  test('[NC-03] a field that is added to an auth collection, or removed, changes nothing else of it', async () => {
    const { auth } = await ids();
    const ofAuth = () => contentOf(backend())['_collections']?.find((one) => one['id'] === auth) ?? {};
    const { fields: _fields, ...before } = ofAuth();
    const key = (values: CollectionValues) => `new-${values.nextKey}`;
    await save(auth, (values) => renameField(addField(values, 'text'), key(values), 'later'));
    const { fields: added, ...after } = ofAuth();
    expect(after).toEqual(before);
    expect(list(added, members).some((one) => one['name'] === 'later')).toBe(true);
    await save(auth, (values) => removeField(values, keyOf(values, 'later')));
    const { fields: _left, ...last } = ofAuth();
    expect(last).toEqual(before);
  });

  test('[NC-04] a field of the name of a removed one begins empty, of its type or another', async () => {
    const { api } = backend();
    const made = await api.post<{ id: string; name: string }>('/api/collections', {
      ...{ name: uniqueName('again'), type: 'base' },
      fields: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text' },
      ],
    });
    await api.post(`/api/collections/${made.id}/records`, { a: 'x', b: 'y' });
    const again =
      (type: FieldType, name: string): Change =>
      (values) => {
        const key = `new-${values.nextKey}`;
        return renameField(addField(removeField(values, keyOf(values, name)), type), key, name);
      };
    await save(made.id, again('text', 'a'));
    await save(made.id, again('number', 'b'));
    expect(
      backend()
        .sql(`SELECT a, b FROM ${made.name}`)
        .map((row) => ({ ...row })),
    ).toEqual([{ a: '', b: 0 }]);
  });

  test('[NC-04] a name that is there twice is refused beside its field, and no column is lost', async () => {
    const { base } = await ids();
    const before = contentOf(backend());
    const twice: Change = (values) =>
      renameField(duplicateField(values, keyOf(values, 'rank')), `new-${values.nextKey}`, 'plain');
    await expect(save(base, twice)).rejects.toThrow(/fields\.\d+\.name/);
    expect(contentOf(backend())).toEqual(before);
  });

  test('[NC-05] of two administrators who add a field each, nobody loses anything', async () => {
    const { api } = backend();
    const made = await api.post<{ id: string; name: string }>('/api/collections', {
      ...{ name: uniqueName('both'), type: 'base', fields: [{ name: 'a', type: 'text' }] },
    });
    const collection = await getSound(made.id);
    const [first, second] = [1, 2].map(() =>
      createEditor({ collection, onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} }),
    );
    if (!first || !second) throw new Error('No editors.');
    for (const [editor, name] of [
      [first, 'mine'],
      [second, 'theirs'],
    ] as const) {
      await until(editor.$freshness, (state) => state === 'ready');
      const key = `new-${editor.$values.get().nextKey}`;
      editor.edit((values) => renameField(addField(values, 'text'), key, name));
    }
    expect(await first.save({ keepOpen: true })).toBe(true);
    await api.post(`/api/collections/${made.id}/records`, { a: '1', mine: '2' });
    expect(await second.save({ keepOpen: true })).toBe(false);
    expect(second.$review.get()?.elsewhere.map(({ text }) => text)).toEqual([
      'Added field mine (Plain text)',
    ]);
    expect(await second.confirmReview()).toBe(true);
    const [row] = backend().sql(`SELECT a, mine, theirs FROM ${made.name}`);
    expect({ ...row }).toEqual({ a: '1', mine: '2', theirs: '' });
    first.dispose();
    second.dispose();
  });

  test('[NC-56] edits that another screen has closed are offered again, and what was saved since stays', async () => {
    const { api } = backend();
    const made = await api.post<{ id: string; name: string }>('/api/collections', {
      ...{ name: uniqueName('left'), type: 'base', fields: [{ name: 'a', type: 'text' }] },
    });
    const open = async () => {
      const collection = await getSound(made.id);
      const editor = createEditor({
        collection,
        onClose: () => {},
        onSaved: () => {},
        onDuplicate: () => {},
      });
      await until(editor.$freshness, (state) => state === 'ready');
      return editor;
    };
    const left = await open();
    left.edit((values) => renameField(values, keyOf(values, 'a'), 'renamed'));
    left.dispose();
    await api.patch(`/api/collections/${made.id}`, { listRule: '' });
    const again = await open();
    again.restoreDraft();
    expect(await again.save({ keepOpen: true })).toBe(false);
    expect(await again.confirmReview()).toBe(true);
    again.dispose();
    expect(await api.get(`/api/collections/${made.id}`)).toMatchObject({
      listRule: '',
      fields: [{ name: 'id' }, { name: 'renamed' }],
    });
  });

  test('[NC-09] a duplicate has all but ids, indexes of its own, and no secrets', async () => {
    const { auth, base } = await ids();
    for (const id of [auth, base]) {
      const collection = await getSound(id);
      const before = contentOf(backend());
      let copy: CollectionValues | undefined;
      const editor = createEditor({
        ...{ collection, onClose: () => {}, onSaved: () => {} },
        onDuplicate: (values) => {
          copy = values;
        },
      });
      await until(editor.$freshness, (state) => state === 'ready');
      await editor.duplicate();
      let made: Collection | undefined;
      const second = createEditor({
        ...{ values: copy, onClose: () => {}, onDuplicate: () => {} },
        onSaved: (saved) => {
          made = saved;
        },
      });
      expect(await second.save()).toBe(true);
      const named = (one: Collection) => one.fields.map(({ name, type, isHidden }) => [name, type, isHidden]);
      expect(made && named(made)).toEqual(named(collection));
      expect(made?.name).toBe(`${collection.name}_duplicate`);
      expect(made?.indexes).toHaveLength(collection.indexes.length);
      expect(made?.authRule).toBe(collection.authRule);
      expect(made?.auth?.own?.providers ?? []).toEqual([]);
      expect(made?.auth?.own?.['oneTimePassword.length']).toBe(
        collection.auth?.own?.['oneTimePassword.length'],
      );
      const { _collections: _kept, ...rows } = before;
      expect(contentOf(backend())).toMatchObject(rows);
    }
  });

  test('[NC-03] the comparison notices a field without its id, and a key that is there twice', async () => {
    const { base } = await ids();
    const before = contentOf(backend());
    const stored = await backend().api.get(`/api/collections/${base}`);
    const fields = list(stored['fields'], members);
    const planted = fields.map(({ id, ...field }) =>
      field['name'] === 'headline' ? field : { id, ...field },
    );
    await backend().api.patch(`/api/collections/${base}`, { fields: planted });
    expect(contentOf(backend())).not.toEqual(before);
    const after = contentOf(backend());
    const response = await fetch(`${backend().url}/api/collections/${base}`, {
      method: 'PATCH',
      headers: { Authorization: await backend().adminToken(), 'Content-Type': 'application/json' },
      body: '{"listRule":"id = 1","listRule":"id = 2"}',
    });
    expect(response.ok).toBe(version !== '0.40.6');
    if (response.ok) expect(contentOf(backend())).not.toEqual(after);
    else expect(contentOf(backend())).toEqual(after);
  });
});
