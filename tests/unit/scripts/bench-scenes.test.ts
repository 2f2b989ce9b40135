import { describe, expect, test } from 'vitest';
import type { Version } from '#scripts/bench/backends.ts';
import { CONDITIONS, FAST_1, FAST_4, SLOW } from '#scripts/bench/conditions.ts';
import { tasksOf } from '#scripts/bench/long-tasks.ts';
import { readOptions } from '#scripts/bench/options.ts';
import { FIGURES, RULES, rulesFor } from '#scripts/bench/rules.ts';
import { SCENE_NAMES, type Stage, scene } from '#scripts/bench/scene.ts';
import { SCENES } from '#scripts/bench/scenes.ts';

describe('readOptions', () => {
  test('runs five rounds of every scene on an idle machine unless told otherwise', () => {
    expect(readOptions([])).toEqual({
      rounds: 5,
      states: ['idle'],
      scenes: [...SCENE_NAMES],
      versions: ['0.22', '0.40.6'],
      table: false,
      writeDocs: false,
    });
  });

  test('takes scenes in the order in which they run, each once', () => {
    const args = ['--rounds', '1', '--scene', 'switch, sign-in', '--scene', 'switch'];
    expect(readOptions(args)).toMatchObject({ rounds: 1, scenes: ['sign-in', 'switch'] });
  });

  test('writes the docs only from a full run', () => {
    expect(readOptions(['--table', '--write-docs'])).toMatchObject({ table: true, writeDocs: true });
    expect(() => readOptions(['--write-docs', '--scene', 'records'])).toThrow('every scene');
  });

  test('measures before both backends unless told otherwise, and shows both in the docs', () => {
    expect(readOptions(['--pocketbase', '0.40.6'])).toMatchObject({ versions: ['0.40.6'] });
    expect(() => readOptions(['--pocketbase', '0.23'])).toThrow(/no version "0.23".*0.22, 0.40.6/);
    expect(() => readOptions(['--write-docs', '--pocketbase', '0.22'])).toThrow('every version');
  });

  test('compares with another build of Atoll, but not in the docs', () => {
    const args = ['--against', '../before/dist'];
    expect(readOptions(args)).toMatchObject({ against: '../before/dist', versions: ['0.22'] });
    expect(readOptions([...args, '--pocketbase', '0.22,0.40.6']).versions).toHaveLength(2);
    expect(() => readOptions(['--write-docs', '--against', 'dist'])).toThrow('the reference');
  });

  test('refuses unknown scenes, rounds and options', () => {
    expect(() => readOptions(['--scene', 'records,recrods'])).toThrow(/no scene "recrods".*open-record/);
    expect(() => readOptions(['--scene', ''])).toThrow('no scene ""');
    for (const rounds of ['0', '1.5', 'many'])
      expect(() => readOptions(['--rounds', rounds])).toThrow(rounds);
    expect(readOptions(['--busy']).states).toEqual(['idle', 'busy']);
    expect(() => readOptions(['--scenes', 'records'])).toThrow('--scenes');
  });
});

test('a scene runs once under each condition and names its figures after it', async () => {
  const stage = {} as Stage;
  const { run } = scene('records', CONDITIONS, async (given, { cpuRate, network }) => {
    expect(given).toBe(stage);
    return { 'records: time': network ? 99 : cpuRate };
  });
  expect(await run(stage)).toEqual({
    'records: time': 99,
    'records: time, fast / 4': 4,
    'records: time, fast / 1': 1,
  });
});

test('long tasks at rest include those before', () => {
  const [ready, after] = [
    { sum: 150, longest: 90 },
    { sum: 60, longest: 60 },
  ];
  expect(tasksOf('records', ready, after)).toEqual({
    'records: long tasks': 150,
    'records: longest task': 90,
    'records: long tasks at rest': 210,
    'records: longest task at rest': 90,
  });
  expect(tasksOf('records', after, ready)['records: longest task at rest']).toBe(90);
});

describe('rules', () => {
  test('every scene has a rule and a run', () => {
    expect([...new Set(RULES.map((rule) => rule.scene))].toSorted()).toEqual([...SCENE_NAMES].toSorted());
    expect([...new Set(SCENES.map(({ name }) => name))]).toEqual([...SCENE_NAMES]);
  });

  test('a figure is named once', () => {
    const names = FIGURES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('a figure has the limit of its own condition', () => {
    const of = (name: string) => FIGURES.find((figure) => figure.name === name);
    expect(of('records: time')).toMatchObject({ maxRatio: 0.18, maxBusyRatio: 0.25 });
    expect(of('records: time, fast / 4')).toMatchObject({ maxRatio: 0.4, maxBusyRatio: 0.4 });
    expect(of('open record: longest task at rest, fast / 1')).toMatchObject({
      scene: 'open-record',
      max: 50,
    });
    expect(of('warm records: time, fast / 1')).toBeUndefined();
  });
});

test('ratios to the dashboard of 0.22 limit nothing before another version', () => {
  const of = (name: string, ...[version, isOtherBuild]: [Version, boolean]) =>
    rulesFor(version, ['many-records'], isOtherBuild).find((rule) => rule.name === name);
  const [heap, elements] = ['1,000 records: heap, fast / 1', '1,000 records: elements, fast / 1'];
  expect(of(heap, '0.22', false)).toMatchObject({ maxRatio: 0.5 });
  expect(of(heap, '0.40.6', false)).toEqual({ scene: 'many-records', name: heap, unit: 'MB' });
  expect(of(elements, '0.40.6', false)).toMatchObject({ max: 3000 });
  expect(of(elements, '0.40.6', true)).toMatchObject({ maxRatio: 1.03 });
  expect(of('records: time', '0.22', false)).toBeUndefined();
});

test('conditions differ in line and processor', () => {
  expect([SLOW, FAST_4, FAST_1].map(({ network, cpuRate }) => [Boolean(network), cpuRate])).toEqual([
    [true, 4],
    [false, 4],
    [false, 1],
  ]);
});
