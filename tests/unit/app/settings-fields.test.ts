import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import {
  draftOf,
  flagField,
  formatSettingsDraft,
  mergeSettings,
  numberField,
  parseSettingsDraft,
  pathsOf,
  readSettings,
  secretField,
  settingErrors,
  settingsBody,
  textField,
} from '#domain/app/settings-fields.ts';

const FIELDS = {
  'meta.appName': textField('Application name'),
  'meta.hideControls': flagField('Hide controls'),
  'smtp.port': numberField('Port'),
  'smtp.password': secretField('Password'),
  'meta.template.body': textField('Body'),
} as const;
type Values = ReturnType<typeof readSettings<typeof FIELDS>>;

const TEXT = fc.oneof(
  fc.constantFrom('', 'a', 'b', SECRET_MASK, '__proto__', 'constructor', '“”\n'),
  fc.string({ maxLength: 5 }),
);
const VALUES: fc.Arbitrary<Values> = fc.record({
  'meta.appName': TEXT,
  'meta.hideControls': fc.boolean(),
  'smtp.port': fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  'smtp.password': TEXT,
  'meta.template.body': TEXT,
});
/** Settings of the backend: sections may be missing, have other types or additional members. */
const SETTINGS = fc.dictionary(
  fc.constantFrom('meta', 'smtp', 's3', '__proto__'),
  fc.oneof(
    fc.dictionary(
      fc.constantFrom('appName', 'hideControls', 'port', 'password', 'template', 'other', '__proto__'),
      fc.oneof(
        TEXT,
        fc.boolean(),
        fc.integer(),
        fc.constant(null),
        fc.record({ body: TEXT, subject: TEXT }, { requiredKeys: [] }),
      ),
    ),
    fc.constantFrom(null, 1, 'text', []),
  ),
);

const copy = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('reading', () => {
  test('missing and foreign values become empty', () => {
    const empty = {
      'meta.appName': '',
      'meta.hideControls': false,
      'smtp.port': undefined,
      'smtp.password': '',
      'meta.template.body': '',
    };
    expect(readSettings(FIELDS, {})).toEqual(empty);
    expect(readSettings(FIELDS, { meta: [], smtp: 'x' })).toEqual(empty);
    expect(
      readSettings(FIELDS, {
        meta: { appName: 1, hideControls: 'yes', template: null },
        smtp: { port: '1' },
      }),
    ).toEqual(empty);
  });

  test('inherited members are no values', () => {
    const fields = { 'meta.constructor': textField('x'), '__proto__.toString': textField('y') };
    expect(readSettings(fields, { meta: {} })).toEqual({ 'meta.constructor': '', '__proto__.toString': '' });
  });

  test('paths are those of the values', () => {
    expect(pathsOf(readSettings(FIELDS, {}))).toEqual(Object.keys(FIELDS));
  });
});

describe('merging', () => {
  test('what only one has changed stays; what both have changed is a conflict with the typed value', () => {
    fc.assert(
      fc.property(VALUES, VALUES, VALUES, (loaded, typed, stored) => {
        const { values, conflicts } = mergeSettings({ base: loaded, mine: typed, theirs: stored });
        for (const path of pathsOf(loaded)) {
          const isTyped = typed[path] !== loaded[path];
          const isStored = stored[path] !== loaded[path];
          expect(values[path]).toBe(isTyped ? typed[path] : stored[path]);
          expect(conflicts.includes(path)).toBe(isTyped && isStored && typed[path] !== stored[path]);
        }
      }),
    );
  });

  test('without changes of others, the typed values are saved; without own changes, the stored ones', () => {
    fc.assert(
      fc.property(VALUES, VALUES, (loaded, other) => {
        expect(mergeSettings({ base: loaded, mine: other, theirs: loaded })).toEqual({
          values: other,
          conflicts: [],
        });
        expect(mergeSettings({ base: loaded, mine: loaded, theirs: other })).toEqual({
          values: other,
          conflicts: [],
        });
      }),
    );
  });
});

describe('[API-02] the body', () => {
  test('has the values and every other stored member of the sections, and no masked secret', () => {
    fc.assert(
      fc.property(SETTINGS, VALUES, (stored, values) => {
        const body = settingsBody(FIELDS, stored, values);
        const read = readSettings(FIELDS, copy(body));
        const password = readSettings(FIELDS, stored)['smtp.password'];
        const kept = password === SECRET_MASK ? '' : password;
        for (const path of pathsOf(values)) {
          if (path === 'smtp.password' && values[path] === SECRET_MASK) expect(read[path]).toBe(kept);
          else expect(read[path]).toBe(values[path]);
        }
        for (const [name, section] of Object.entries(body)) {
          expect(['meta', 'smtp']).toContain(name);
          const before: unknown = Object.hasOwn(stored, name) ? stored[name] : {};
          if (typeof before !== 'object' || before === null || Array.isArray(before)) continue;
          for (const [member, value] of Object.entries(before)) {
            if (Object.hasOwn(FIELDS, `${name}.${member}`) || member === 'template') continue;
            if (value === SECRET_MASK) expect(Object.keys(Object(section))).not.toContain(member);
            else expect(Object.entries(Object(section))).toContainEqual([member, expectedOf(value)]);
          }
        }
        const shown = { ...values, 'meta.appName': '', 'meta.template.body': '' };
        expect(JSON.stringify(settingsBody(FIELDS, stored, shown))).not.toContain(`"${SECRET_MASK}"`);
      }),
    );
  });

  /** A stored member as it is sent: without masks. */
  const expectedOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== SECRET_MASK))
      : value;

  test('has only the sections with fields, and no value without a field', () => {
    const stored = { meta: { appName: 'a' }, smtp: { port: 1 }, s3: { secret: SECRET_MASK } };
    expect(settingsBody(FIELDS, stored, { 'meta.appName': 'b', 's3.secret': 'x' })).toEqual({
      meta: { appName: 'b' },
      smtp: { port: 1 },
    });
  });

  test('does not write empty values for members that the backend does not return', () => {
    const empty = readSettings(FIELDS, {});
    expect(settingsBody(FIELDS, {}, empty)).toEqual({ meta: {}, smtp: {} });
    expect(settingsBody(FIELDS, {}, { ...empty, 'smtp.port': 0, 'meta.hideControls': true })).toEqual({
      meta: { hideControls: true },
      smtp: { port: 0 },
    });
  });

  test('empties what the backend has', () => {
    const stored = { meta: { appName: 'a', hideControls: true }, smtp: { password: SECRET_MASK } };
    expect(settingsBody(FIELDS, stored, readSettings(FIELDS, {}))).toEqual({
      meta: { appName: '', hideControls: false },
      smtp: { password: '' },
    });
  });

  test('does not change the stored settings', () => {
    fc.assert(
      fc.property(SETTINGS, VALUES, (stored, values) => {
        const before = JSON.stringify(stored);
        settingsBody(FIELDS, stored, values);
        expect(JSON.stringify(stored)).toBe(before);
      }),
    );
  });
});

describe('drafts', () => {
  const isEqual = (one: unknown, other: unknown) => Object.is(one, other);

  test('a draft has every change and no secret, and restores the typed values', () => {
    fc.assert(
      fc.property(VALUES, VALUES, (base, typed) => {
        const draft = draftOf(FIELDS, base, typed);
        const changed = pathsOf(typed).filter(
          (path) => path !== 'smtp.password' && !isEqual(typed[path], base[path]),
        );
        expect(Object.keys(draft ?? {})).toEqual(changed);
        const restored = parseSettingsDraft(
          FIELDS,
          base,
          formatSettingsDraft({ edits: draft ?? {}, base: {} }),
        );
        const kept = Object.fromEntries(changed.map((path) => [path, typed[path]]));
        expect(restored).toStrictEqual(changed.length ? { edits: kept, base: {} } : undefined);
      }),
    );
  });

  test.each([
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['unknown paths', '{"s3.secret":"x","__proto__":{"meta.appName":"x"},"constructor":"x"}'],
    ['a secret', '{"smtp.password":"x"}'],
    ['values of another type', '{"meta.appName":1,"meta.hideControls":"true","smtp.port":"1"}'],
    ['values that the form has already', '{"meta.appName":"","meta.hideControls":false}'],
  ])('%s is not offered', (_what, text) => {
    expect(parseSettingsDraft(FIELDS, readSettings(FIELDS, {}), text)).toBeUndefined();
  });

  test('what is valid is offered without the rest', () => {
    const text = '{"meta.appName":"typed","smtp.password":"x","smtp.port":null,"@owner":"admin"}';
    expect(parseSettingsDraft(FIELDS, readSettings(FIELDS, {}), text)?.edits).toEqual({
      'meta.appName': 'typed',
    });
  });

  test('what was stored before is read like the edits; an older draft does not say it', () => {
    const base = { 'meta.appName': 'Acme', 'smtp.password': 'x', 'smtp.port': undefined, constructor: 'x' };
    const baseOf = (text: string) => parseSettingsDraft(FIELDS, readSettings(FIELDS, {}), text)?.base;
    const text = formatSettingsDraft({ edits: { 'meta.appName': 'typed' }, base });
    expect(baseOf(text)).toStrictEqual({ 'meta.appName': 'Acme', 'smtp.port': undefined });
    expect(baseOf('{"meta.appName":"typed"}')).toEqual({});
    expect(baseOf('{"meta.appName":"typed","@base":[1]}')).toEqual({});
  });
});

test('numbers that are not whole or too large get a message, other values do not', () => {
  const values = { port: 1.5, size: 2 ** 53, max: 2 ** 53 - 1, host: '1.5', empty: undefined };
  expect(settingErrors(values)).toEqual({
    port: 'Enter a valid whole number.',
    size: 'Enter a valid whole number.',
  });
});

test('masks inside of a stored list are not sent', () => {
  const stored = { smtp: { hosts: [{ name: 'a', password: SECRET_MASK }, 'b'] } };
  expect(settingsBody(FIELDS, stored, {})).toEqual({ meta: {}, smtp: { hosts: [{ name: 'a' }, 'b'] } });
});
