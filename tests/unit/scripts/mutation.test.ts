import ts from 'typescript';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addFaults } from '#scripts/mutation/add-faults.ts';
import { readCoverage } from '#scripts/mutation/coverage.ts';
import { type Mutant, makeMutants } from '#scripts/mutation/mutants.ts';
import { formatVerdicts, layersBelow, score, type Verdict } from '#scripts/mutation/report.ts';

const applyMutant = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end);

/** The mutated sources, in order. */
const mutatedSources = (source: string, file = 'a.ts'): string[] =>
  makeMutants(source, file).map((mutant) => applyMutant(source, mutant));

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
    "x = { 'a'() { } }",
    "const { 'a': x } = {}",
    'String.raw`a`',
    'function f() { return; }',
    'x = (a: "b") => undefined',
  ])("does not change code that can't fail or can't run: %s", (source) => {
    expect(mutatedSources(source)).toEqual([]);
  });

  test('does not change what only changes the look, but other properties', () => {
    const source = 'x = <a className={b ? "c" : "d"} title="e" />';
    expect(mutatedSources(source, 'a.tsx')).toEqual([`x = <a className={b ? "c" : "d"} title='' />`]);
    const [used, named] = ['x = <a className={LOOK + 1} />', "const LOOK = c ? 'd' : 'e'"];
    expect(mutatedSources(`${named}; ${used}`, 'a.tsx')).toEqual([]);
    expect(mutatedSources(`${named}; ${used}; y = LOOK`, 'a.tsx')).toHaveLength(3);
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

describe('addFaults', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** Runs a source with all its faults, one or none of them active, and returns its `x`. */
  async function run(source: string, fault?: number, file = 'a.ts'): Promise<unknown> {
    const mutants = makeMutants(source, file).map((mutant, id) => ({ ...mutant, id }));
    const [, text = ''] = addFaults(source, file, mutants).split(/^import .*?;/);
    vi.stubGlobal('atollFault', fault === undefined ? undefined : String(fault));
    vi.resetModules();
    const { faults } = await import('#scripts/mutation/faults.ts');
    const options = { jsx: ts.JsxEmit.React, target: ts.ScriptTarget.Latest };
    const code = ts.transpile(text, options);
    const React = { createElement: (name: string, values: object) => ({ name, ...values }) };
    return new Function('atollFaults', 'React', `let x; ${code}; return x;`)(faults, React);
  }

  test.each([
    ['if (1) x = 1; else x = 2', 1, [2]],
    ['x = 0 ? 1 : 2', 2, [1]],
    [
      'x = [1 < 1, 1 < 2]',
      [false, true],
      [
        [true, true],
        [false, true],
      ],
    ],
    [
      'x = [1 <= 1, 2 <= 1]',
      [true, false],
      [
        [false, false],
        [true, false],
      ],
    ],
    [
      'x = [2 > 1, NaN > 1]',
      [true, false],
      [
        [true, false],
        [true, false],
      ],
    ],
    ['x = 1 >= 1', true, [false]],
    ['x = 1 === 1', true, [false]],
    ['x = 1 !== 1 ? 3 : 4', 4, [3]],
    ['x = 0 && 5', 0, [5]],
    ['x = 7 || 5', 7, [5]],
    ['x = 1 && 0 || 6', 6, [0, 1]],
    ['x = (1 && 2) && (0 || 3)', 3, [2, 3, 0]],
    [
      'x = [true, false]',
      [true, false],
      [
        [false, false],
        [true, true],
      ],
    ],
    [
      "x = ['a', '', `b$" + "{'c'}`]",
      ['a', '', 'bc'],
      [
        ['', '', 'bc'],
        ['a', 'mutant', 'bc'],
        ['a', '', ''],
        ['a', '', 'b'],
      ],
    ],
    ['const f = () => { x = 2 }; x = 1; f();', 2, [1]],
    ['x = (() => ({ a: 1 }))()', { a: 1 }, [undefined]],
    ['function f() { return 3; } x = f()', 3, [undefined]],
    [
      "const f = ({ a = 'b' }) => a; x = [f({}), f({ a: String(1) })]",
      ['b', '1'],
      [
        [undefined, undefined],
        ['', '1'],
      ],
    ],
    [
      '// A comment.\nx = <a b="\\w" d>{\'e\'}</a>',
      { name: 'a', b: '\\w', d: true },
      [
        { name: 'a', b: '', d: true },
        { name: 'a', b: '\\w', d: true },
      ],
    ],
  ])('%s', async (source, expected, withFaults) => {
    const file = source.includes('<a ') ? 'a.tsx' : 'a.ts';
    expect(await run(source, undefined, file)).toEqual(expected);
    const results: unknown[] = [];
    for (const id of makeMutants(source, file).keys()) results.push(await run(source, id, file));
    expect(results).toEqual(withFaults);
  });

  test('tells which faults are reached, and throws at each of them', async () => {
    const reached: number[] = [];
    vi.stubGlobal('atollProbe', (id: number) => reached.push(id));
    const source = "const f = (a) => a ? 'b' : 'c'; x = f(1)";
    expect(await run(source)).toBe('b');
    expect(
      makeMutants(source, 'a.ts').flatMap(({ kind }, id) => (reached.includes(id) ? [kind] : [])),
    ).toEqual(['return', 'condition', 'string']);
    vi.stubGlobal('atollFault', 'all');
    vi.resetModules();
    const { faults } = await import('#scripts/mutation/faults.ts');
    expect(() => faults.isOn(0)).toThrow('A planted fault.');
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
