import fc from 'fast-check';
import type { Json } from '#tests/support/admin-api.ts';
import { configuration as older } from '#wire/pb22/configuration.ts';

/* Collections in the text of 0.22, as it accepts them: with fields of all types and all options that it has. */

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const domain = word.map((name) => `${name}.example`);
/** The backend refuses both lists at once. */
const domains = fc
  .uniqueArray(domain, { maxLength: 2 })
  .chain((list) =>
    fc.constantFrom({ exceptDomains: list, onlyDomains: null }, { exceptDomains: null, onlyDomains: list }),
  );
const span = <T>(first: fc.Arbitrary<T>, second: fc.Arbitrary<T>) =>
  fc.tuple(orNull(first), orNull(second)).map(([min, max]) => ({ min, max }));

type Options = (targets: readonly string[]) => fc.Arbitrary<Json>;

const OPTIONS: Readonly<Record<string, Options>> = {
  text: () =>
    fc
      .tuple(
        span(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 51, max: 9000 })),
        fc.constantFrom('', '^[a-z]+$', '\\d"\\\\\'`'),
      )
      .map(([sizes, pattern]) => ({ ...sizes, pattern })),
  editor: () => fc.record({ convertUrls: fc.boolean() }),
  number: () =>
    fc
      .tuple(span(fc.integer({ min: -9, max: 0 }), fc.integer({ min: 1, max: 9 })), fc.boolean())
      .map(([limits, noDecimal]) => ({ ...limits, noDecimal })),
  bool: () => fc.constant({}),
  email: () => domains,
  url: () => domains,
  date: () =>
    fc.record({
      min: fc.constantFrom('', '2000-01-01 00:00:00.000Z'),
      max: fc.constantFrom('', '2040-01-01 00:00:00.000Z'),
    }),
  select: () =>
    fc
      .tuple(fc.uniqueArray(word, { minLength: 3, maxLength: 5 }), fc.integer({ min: 1, max: 3 }))
      .map(([values, maxSelect]) => ({ values, maxSelect })),
  file: () =>
    fc.record({
      mimeTypes: fc.constantFrom<string[]>([], ['text/plain'], ['image/png', 'image/jpeg']),
      thumbs: fc.constantFrom<string[]>([], ['10x10'], ['0x9f', '5x5']),
      maxSelect: fc.integer({ min: 1, max: 9 }),
      maxSize: fc.integer({ min: 1, max: 9_000_000 }),
      protected: fc.boolean(),
    }),
  relation: (targets) =>
    fc
      .record({
        collectionId: fc.constantFrom(...targets),
        cascadeDelete: fc.boolean(),
        limits: fc.constantFrom([null, 1], [null, null], [2, null], [1, 3], [null, 9]),
        displayFields: fc.constant(null),
      })
      .map(({ limits: [minSelect, maxSelect], ...rest }) => ({ ...rest, minSelect, maxSelect })),
  json: () => fc.record({ maxSize: fc.integer({ min: 1, max: 9_000_000 }) }),
};

const fieldOf = (targets: readonly string[]): fc.Arbitrary<Json> =>
  fc.constantFrom(...Object.keys(OPTIONS)).chain((type) =>
    fc
      .record({
        required: fc.boolean(),
        presentable: fc.boolean(),
        options: OPTIONS[type]?.(targets) ?? fc.constant({}),
      })
      .map((rest) => ({ system: false, id: '', name: '', type, unique: false, ...rest })),
  );

const RULES = [
  null,
  '',
  'id != "x"',
  '@request.auth.id != "" && id != "@request.data"',
  '@request.data.kind:isset = false // @request.data.x',
  "@request.data.kind != 'it\\'s @request.data' || created > @now",
];
const rule = fc.constantFrom(...RULES);

const auth = fc
  .tuple(
    fc.record({
      manageRule: fc.constantFrom(null, 'id != ""'),
      allowOAuth2Auth: fc.boolean(),
      allowUsernameAuth: fc.boolean(),
      allowEmailAuth: fc.boolean(),
      requireEmail: fc.boolean(),
      onlyVerified: fc.boolean(),
      minPasswordLength: fc.integer({ min: 5, max: 71 }),
    }),
    domains,
  )
  .map(([rest, { exceptDomains, onlyDomains }]) => ({
    ...rest,
    ...{ exceptEmailDomains: exceptDomains, onlyEmailDomains: onlyDomains },
  }));

const idOf = (prefix: string, at: number): string => `${prefix}_${at}`.padEnd(15, '0');

/** @param prefix with which names and ids begin: up to 10 small letters */
export const olderCollections = (prefix: string, count = 5): fc.Arbitrary<Json[]> => {
  const ids = Array.from({ length: count }, (_, at) => idOf(prefix, at));
  const one = (id: string, at: number): fc.Arbitrary<Json> =>
    fc
      .record({
        isAuth: fc.boolean(),
        fields: fc.array(fieldOf(ids), { minLength: 1, maxLength: 9 }),
        options: auth,
        rules: fc.tuple(rule, rule, rule, rule, rule),
        isIndexed: fc.boolean(),
      })
      .map(({ isAuth, fields, options, rules, isIndexed }) => {
        const name = `${prefix}_${at}`;
        const schema = [...fields, { ...fields[0], type: 'bool', options: {} }].map((field, position) => ({
          ...field,
          id: `${prefix}${at}f${position}`,
          name: position === fields.length ? 'kind' : `f${position}`,
        }));
        const [listRule, viewRule, createRule, updateRule, deleteRule] = rules;
        const index = `CREATE INDEX \`idx_${name}\` ON \`${name}\` (\`kind\`, \`created\`)`;
        return {
          ...{ id, name, type: isAuth ? 'auth' : 'base', system: false, schema },
          indexes: isIndexed ? [index] : [],
          ...{ listRule, viewRule, createRule, updateRule, deleteRule },
          options: isAuth ? options : {},
        };
      });
  const view: Json = {
    ...{ id: idOf(`${prefix}v`, 0), name: `${prefix}_view`, type: 'view', system: false, schema: [] },
    ...{ indexes: [], listRule: '', viewRule: null, createRule: null, updateRule: null, deleteRule: null },
    options: { query: `SELECT id, kind, created FROM ${prefix}_0` },
  };
  return fc.tuple(...ids.map(one)).map((tables) => [...tables, view]);
};

/** What the model says of an entry of 0.22, whatever is null there and empty here. */
export const meaningOf = (entry: unknown) => {
  const { raw: _raw, fields, ...rest } = older.readUndated(entry);
  return { ...rest, fields: fields.map(({ raw: _own, ...field }) => field) };
};
