import { describe, expect, test } from 'vitest';
import { filterProblem } from '#domain/model/filter/problem.ts';
import { dialect } from '#wire/dialect.ts';

const known = ['id', 'title', 'created', 'tags', 'author.name'];
const problemOf = (filter: string) =>
  filterProblem(
    filter,
    (path) => (path.startsWith('@') || known.includes(path.replace(/:.*$/, '')) ? undefined : path),
    dialect(),
  );

describe('valid filters have no problem', () => {
  test.each([
    'id=1',
    'title ~ "a \\" b" && (created > @now || tags:each ?= \'x\')',
    '(id = 1)',
    '((id=1)||(id=2))&&author.name!~"x"',
    'title = "(" || title = "&&"',
    'id != null // and a comment with "',
    "title = 'it\\'s'",
    'created >= "2022-01-01 00:00:00" && id <= -1.5',
    'tags:length ?>= 2',
    'id = TRUE && title != Null',
  ])('%s', (filter) => {
    expect(problemOf(filter)).toBeUndefined();
  });
});

test.each([
  ['title =', 'A value is missing after =.'],
  ['= 1', 'A value is missing.'],
  ['title', 'A comparison such as = or ~ is missing after title.'],
  ['id ! 2', 'A comparison such as = or ~ is missing after id.'],
  ['title = "a', 'The text "a has no closing quote.'],
  ['title = "a\\"', 'The text "a\\" has no closing quote.'],
  ['(id = 1', 'A closing parenthesis is missing.'],
  ['id = 1)', 'A closing parenthesis has no opening one.'],
  ['id = 1 &&', 'A value is missing after &&.'],
  ['id = 1 title = 2', '&& or || is missing after 1.'],
  ['id = 1 & title = 2', '&& or || is missing after 1.'],
  ['()', 'A value is missing after (.'],
  ['nope = 1', 'There is no field nope.'],
  ['id = 1 || author.nmae = 2', 'There is no field author.nmae.'],
  ['', 'A value is missing.'],
  ['created > @nowadays', 'There is no field @nowadays.'],
  ['#id = 1', 'There is no field #id.'],
  ['title. = 1', 'There is no field after title.'],
  ['title@x = 1', 'There is no field title@x.'],
  ['id = 1e3', 'A filter can’t hold the number 1e3.'],
])('%s: %s', (filter, problem) => {
  expect(problemOf(filter)).toBe(problem);
});
