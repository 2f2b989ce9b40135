/** Texts on which readers of filters disagreed, for a collection with the text `title`, and whether the backend reads them. */
export const FILTER_CASES: readonly (readonly [filter: string, isRead: boolean])[] = [
  ['title = "a"', true],
  // Where a text ends: only a quote is escaped.
  ['title = "a\\\\"', false],
  ['title = "a\\" && id = "b"', false],
  ['title = "a\\\\" || id = \\""', true],
  ['title = "a\\\\" || id = "x\\""', false],
  ["title = 'it\\'s'", true],
  ['title = "two\nlines"', true],
  // Numbers.
  ['title = 007', true],
  ['title = -.5', true],
  ['title = .5', false],
  ['title = 1.', false],
  ['title = 1.2.3', false],
  ['title = 1e3', false],
  ['title = +1', false],
  ['title = -', false],
  ['title = --1', false],
  [`title = ${'9'.repeat(400)}`, false],
  // Names.
  ['ti-tle = 1', false],
  ['id@x = 1', false],
  ['title. = 1', false],
  ['title: = 1', false],
  ['2nd = 1', false],
  ['tïtle = 1', false],
  // Blanks.
  ['title\t=\n1', true],
  ['title = 1\r\n&& id = 2', false],
  ['title\u00a0= 1', false],
  // Operators and joins.
  ['title == 1', false],
  ['title ?!~ "a"', true],
  ['title ?? 1', false],
  ['title = 1 &&& id = 2', false],
  ['title = 1 | id = 2', false],
  ['title = 1 && && id = 2', false],
  ['title = 1 &&', false],
  ['title = 1 id = 2', false],
  // Groups.
  ['()', false],
  ['((title = 1))', true],
  ['(title = 1', false],
  ['title = 1)', false],
  ['title = 1) || (id = 2', false],
  // No join is needed before a group.
  ['(title = 1)(id = 2)', true],
  ['title = 1 (id = 2) || id = 3', true],
  // Comments: a group is read to its end before they are found.
  ['title = 1 // )"', true],
  ['title = "// no comment"', true],
  ['// only', false],
  ['title = 1 / 2', false],
  ['(title = 1 // and\n)', true],
  ['(title = 1 // )\n)', false],
  ['(title = 1 // ) ', true],
  ["(title = 1 // it's\n)", false],
  ["(title = 1 // 'quoted'\n)", true],
  ['(title = 1 // (\n) || id = 2)', false],
  ['(title = 1 // ( )\n || (id = 2))', true],
  // Functions, which newer backends have.
  ['geoDistance(1, 2, 3, 4) < 5', false],
  ['title = lower("A")', false],
];

/** Parts of filters, from which a property test makes others. */
export const FILTER_PARTS: readonly string[] = [
  ...['id', 'title', '@now', 'null', 'a@b', '#', '@', '.', ':', '"a"', "'b'", '"', "'", '\\"', '\\'],
  ...['1', '-1', '-.5', '.5', '1.', '1e3', '-', '=', '~', '!=', '?=', '?', '!', '&&', '||', '&', ','],
  ...['(', ')', '(id=1)', '//', '// (\n', '// )\n', "// '\n", '\n', '\t', ' ', '\r', '\u00a0'],
  ...['id = 1', "title ~ '\\''", ' && ', ' || ', 'lower(1)'],
];
