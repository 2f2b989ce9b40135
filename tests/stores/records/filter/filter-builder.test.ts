import { beforeEach, expect, test } from 'vitest';
import { conditionsOf } from '#domain/records/filter-builder/builder-tree.ts';
import { CLOSE_QUESTION } from '#stores/app/confirm.ts';
import { $filter } from '#stores/app/list-address.ts';
import { startRouting } from '#stores/app/route.ts';
import { createFilterBuilder, type FilterBuilder } from '#stores/records/filter-builder.ts';
import { answerQuestion } from '#tests/stores/answer-question.ts';
import { collectionOf, showAddress, signInOffline } from '#tests/stores/offline-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';

const fieldOf = (name: string, type: string) => ({ id: name, name, type, options: {} });
const posts = collectionOf({
  id: 'posts',
  name: 'posts',
  schema: [
    fieldOf('title', 'text'),
    fieldOf('amount', 'number'),
    fieldOf('due', 'date'),
    fieldOf('isDone', 'bool'),
  ],
});

signInOffline();
startStores(() => [startRouting()]);
beforeEach(() => showAddress('#/collections?collectionId=posts'));

function build(filter = ''): FilterBuilder {
  if (filter) showAddress(`#/collections?collectionId=posts&filter=${encodeURIComponent(filter)}`);
  return createFilterBuilder(scopeOf(posts, [posts]));
}
const conditions = (builder: FilterBuilder) => conditionsOf(builder.$root.get());
function condition(builder: FilterBuilder, index = 0) {
  const found = conditions(builder)[index];
  if (!found) throw new Error(`No condition ${index}.`);
  return found;
}
const idOf = (builder: FilterBuilder, index = 0) => condition(builder, index).id;

test('an empty filter is one condition, which takes the usual operator of its field', () => {
  const builder = build();
  expect(builder.unreadable).toBeUndefined();
  expect(builder.$root.get()).toMatchObject({ join: '&&', items: [{ left: '', right: '""' }] });
  const id = idOf(builder);
  for (const [path, operator] of [
    ['title', '~'],
    ['amount', '='],
    ['due', '>='],
  ] as const) {
    builder.setPath(id, path);
    expect(condition(builder)).toMatchObject({ left: path, operator, right: '""' });
  }
});

test('a value and an operator that were chosen stay with another field, as its type writes them', () => {
  const builder = build();
  const id = idOf(builder);
  builder.setPath(id, 'title');
  builder.setValue(id, '404');
  expect(builder.$text.get()).toBe('title ~ "404"');
  builder.setOperator(id, '!=');
  expect(builder.$text.get()).toBe('title != "404"');
  builder.setPath(id, 'amount');
  expect(builder.$text.get()).toBe('amount != 404');
  expect(builder.textOf(condition(builder))).toBe('404');
  builder.setOperator(id, '>');
  expect(builder.$text.get()).toBe('amount > 404');
});

test('what only its source can say keeps its right side under another operator and of another field', () => {
  const builder = build('title~"a%b"');
  expect(builder.textOf(condition(builder))).toBeUndefined();
  builder.setOperator(idOf(builder), '!~');
  expect(builder.$text.get()).toBe('title !~ "a%b"');
  builder.setPath(idOf(builder), 'id');
  expect(builder.$text.get()).toBe('id !~ "a%b"');
});

test('a value that can’t be sent is kept as it was typed, said, and not applied', () => {
  const builder = build('amount=1');
  const id = idOf(builder);
  builder.setValue(id, 'many');
  expect(builder.textOf(condition(builder))).toBe('many');
  expect(builder.problemsOf(condition(builder))).toEqual({ right: 'Type a number, such as -1.5.' });
  expect(builder.apply()).toBe(false);
  expect(builder.$isTried.get()).toBe(true);
  expect($filter.get()).toBe('amount=1');
  builder.setValue(id, '-2');
  expect(builder.problemsOf(condition(builder))).toEqual({});
  expect(builder.apply()).toBe(true);
  expect($filter.get()).toBe('amount = -2');
});

test('a number and a boolean, which are never empty, are not applied without a value', () => {
  const builder = build();
  const id = idOf(builder);
  for (const [path, problem] of [
    ['amount', 'Type a number, such as -1.5.'],
    ['isDone', 'Type true or false.'],
  ] as const) {
    builder.setPath(id, path);
    expect(builder.apply()).toBe(false);
    expect(builder.problemsOf(condition(builder))).toEqual({ right: problem });
  }
  builder.setPath(id, 'title');
  expect(builder.apply()).toBe(true);
});

test('a condition without a field is not applied', () => {
  const builder = build();
  builder.setValue(idOf(builder), 'a');
  expect(builder.$isTried.get()).toBe(false);
  expect(builder.apply()).toBe(false);
  expect(builder.problemsOf(condition(builder)).left).toBeTruthy();
  expect($filter.get()).toBe('');
});

test('conditions and groups are added, joined and removed; the last one leaves an empty one', () => {
  const builder = build('title="a"');
  const root = builder.$root.get();
  builder.addCondition(root.id);
  builder.setPath(idOf(builder, 1), 'amount');
  builder.setValue(idOf(builder, 1), '2');
  builder.setJoin(root.id, '||');
  expect(builder.$text.get()).toBe('title = "a" || amount = 2');
  // A group in a group has the other join: the same one would say nothing.
  builder.addGroup(root.id);
  const group = builder.$root.get().items[2];
  expect(group).toMatchObject({ kind: 'group', join: '&&', items: [{ left: '', operator: '~' }] });
  builder.addGroup(group?.id ?? 0);
  expect(builder.$root.get().items[2]).toMatchObject({ items: [{}, { join: '||' }] });
  builder.remove(group?.id ?? 0);
  builder.remove(idOf(builder));
  expect(builder.$text.get()).toBe('amount = 2');
  builder.remove(idOf(builder));
  expect(conditions(builder)).toMatchObject([{ left: '', right: '""' }]);
});

test('an id of the other kind changes nothing', () => {
  const builder = build('title="a"');
  const root = builder.$root.get();
  builder.setValue(root.id, 'b');
  builder.setJoin(idOf(builder), '||');
  builder.addCondition(idOf(builder));
  builder.addGroup(idOf(builder));
  expect(builder.$text.get()).toBe('title = "a"');
  expect(conditions(builder)).toHaveLength(1);
});

test('a filter that can only be a text is named with its reason', () => {
  const builder = build('title="a" // why');
  expect(builder.unreadable).toEqual({
    filter: 'title="a" // why',
    problem: 'It has a comment, which would be lost.',
  });
  expect(conditions(builder)).toMatchObject([{ left: '' }]);
});

test('closing asks only after a change', async () => {
  const builder = build('title="a"');
  expect(await builder.mayClose()).toBe(true);
  builder.setValue(idOf(builder), 'b');
  const closing = builder.mayClose();
  expect(await answerQuestion(false)).toBe(CLOSE_QUESTION);
  expect(await closing).toBe(false);
});
