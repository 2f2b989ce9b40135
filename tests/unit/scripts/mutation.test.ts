import { describe, expect, test } from 'vitest';
import { readCoverage } from '#scripts/mutation/coverage.ts';
import { applyMutant, makeMutants } from '#scripts/mutation/mutants.ts';
import { addProbes } from '#scripts/mutation/probes.ts';
import { formatVerdicts, layersBelow, score, type Verdict } from '#scripts/mutation/report.ts';

/** The mutated sources, in order. */
const mutatedSources = (source: string): string[] =>
  makeMutants(source, 'a.ts').map((mutant) => applyMutant(source, mutant));

describe('makeMutants', () => {
  test.each([
    ['negates conditions', 'if (a) b = 1', ['if (!(a)) b = 1']],
    [
      'negates the conditions of a loop and a conditional expression',
      'while (a) b = c ? 1 : 2',
      ['while (!(a)) b = c ? 1 : 2', 'while (a) b = !(c) ? 1 : 2'],
    ],
    [
      'moves boundaries by one',
      'x = a < b || c >= d',
      ['x = a < b && c >= d', 'x = a <= b || c >= d', 'x = a < b || c > d'],
    ],
    [
      'inverts equality, only once when it is a condition',
      'if (a === b) c = d !== e',
      ['if (a !== b) c = d !== e', 'if (a === b) c = d === e'],
    ],
    ['swaps and with or', 'x = a && b', ['x = a || b']],
    ['swaps true and false', 'x = [true, false]', ['x = [false, false]', 'x = [true, true]']],
    ['empties texts and fills empty ones', "x = ['a', '']", ["x = ['', '']", "x = ['a', 'mutant']"]],
    ['removes calls', 'a(); await b.c();', ['; await b.c();', 'a(); ;']],
    [
      'returns nothing',
      '() => a; function f() { return b; }',
      ['() => undefined; function f() { return b; }', '() => a; function f() { return undefined; }'],
    ],
  ])('%s', (_what, source, expected) => {
    expect(mutatedSources(source)).toEqual(expected);
  });

  test.each([
    "import a from 'b'",
    "export * from 'b'",
    "x = import('b')",
    "type A = 'b' | true",
    "interface A { b: 'c' }",
    "'use strict'",
    "x = { 'a': 1 }",
    'String.raw`a`',
    'function f() { return; }',
    'x = (a: "b") => undefined',
  ])("does not change code that can't fail or can't run: %s", (source) => {
    expect(mutatedSources(source)).toEqual([]);
  });

  test('does not change what only changes the look, but other properties', () => {
    const source = 'x = <a className={b ? "c" : "d"} title="e" />';
    expect(makeMutants(source, 'a.tsx').map((mutant) => applyMutant(source, mutant))).toEqual([
      `x = <a className={b ? "c" : "d"} title='' />`,
    ]);
    expect(makeMutants('x = <Button variant="a" />', 'a.tsx')).toEqual([]);
    expect(makeMutants('x = <IconButton variant="a" />', 'a.tsx')).toEqual([]);
    expect(makeMutants('x = <Tabs variant="a" />', 'a.tsx')).toHaveLength(1);
  });

  test('does not change null to undefined in a component, but elsewhere', () => {
    const source = 'const a = () => null; function b() { return null; }';
    expect(makeMutants(source, 'a.tsx')).toEqual([]);
    expect(makeMutants(source, 'a.ts')).toHaveLength(2);
  });

  test('empties templates', () => {
    expect(mutatedSources('x = `b$' + '{c}`')).toEqual(["x = ''"]);
  });

  test('names line and kind', () => {
    expect(makeMutants('\n\nx = a < b', 'a.ts')).toMatchObject([{ file: 'a.ts', line: 3, kind: 'boundary' }]);
  });
});

describe('addProbes', () => {
  const probe = (source: string, place: string): string =>
    addProbes(source, 'a.ts', [{ id: 7, start: source.indexOf(place) }]);

  test.each([
    ['a function', 'function f() { return HERE; }', 'function f() {P; return HERE; }'],
    ['a method', 'class A { get b() { return HERE; } }', 'class A { get b() {P; return HERE; } }'],
    ['an arrow', 'x = () => HERE', 'x = () => (P,HERE)'],
    ['an arrow that returns an object', 'x = () => ({ a: HERE })', 'x = () => (P,({ a: HERE }))'],
    ['the inner function', '() => { a(() => HERE); }', '() => { a(() => (P,HERE)); }'],
    ['no function', 'const a = HERE;', 'P;const a = HERE;'],
  ])('records that tests reach %s', (_what, source, expected) => {
    expect(probe(source, 'HERE')).toBe(expected.replace('P', 'globalThis.atollProbe?.(7)'));
  });

  test('handles several probes, also nested ones', () => {
    const text = addProbes('x = () => [1, () => 2]', 'a.ts', [
      { id: 0, start: 'x = () => ['.length },
      { id: 1, start: 'x = () => [1, () => '.length },
      { id: 2, start: 'x = () => [1, () => '.length },
    ]);
    const ids: number[] = [];
    const run = new Function('probe', `globalThis.atollProbe = probe; let ${text}; return x;`);
    const outer = run((id: number) => ids.push(id));
    const [, inner] = outer();
    expect(ids).toEqual([0]);
    expect(inner()).toBe(2);
    expect(ids.toSorted()).toEqual([0, 1, 2]);
    Reflect.deleteProperty(globalThis, 'atollProbe');
  });
});

test('readCoverage lists the tests that reached each probe once, fastest first', () => {
  const line = (test: string, ids: number[], ms: number): string =>
    JSON.stringify({ test: `${process.cwd()}/tests/${test}`, ids, ms });
  const log = [
    line('slow.spec.ts:3', [0, 1], 900),
    line('fast.spec.ts:5', [1], 7),
    line('fast.spec.ts:5', [1], 9),
  ];
  const { testsOf, durations } = readCoverage(`${log.join('\n')}\n`);
  expect([...testsOf]).toEqual([
    [0, ['tests/slow.spec.ts:3']],
    [1, ['tests/fast.spec.ts:5', 'tests/slow.spec.ts:3']],
  ]);
  expect(durations.get('tests/fast.spec.ts:5')).toBe(9);
});

describe('report', () => {
  const verdict = (file: string, end: Verdict['end']): Verdict => ({
    mutant: { file, line: 7, kind: 'string', start: 0, end: 0, replacement: "''" },
    end,
  });
  const verdicts = [
    verdict('src/a/x.ts', 'killed'),
    verdict('src/a/x.ts', 'timeout'),
    verdict('src/b/y.ts', 'survived'),
    verdict('src/b/y.ts', 'uncovered'),
  ];

  test('counts detected mutants, including timeouts', () => {
    expect(score(verdicts)).toBe(0.5);
  });

  test('names the folders below a limit, none without a mutant', () => {
    expect(layersBelow(0.85, verdicts, ['src/a', 'src/b', 'src/c'])).toEqual(['src/b']);
  });

  test('lists folders and undetected mutants', () => {
    expect(formatVerdicts(verdicts, ['src/a', 'src/b', 'src/c'], () => "'one\n two'").split('\n')).toEqual([
      'folder            detected  share  no test',
      'src/a                  2/2  100 %        0',
      'src/b                  0/2    0 %        1',
      'src/c                  0/0      -        0',
      'all                    2/4   50 %        1',
      "survived: src/b/y.ts:7 string: 'one two' -> ''",
      "uncovered: src/b/y.ts:7 string: 'one two' -> ''",
    ]);
  });
});
