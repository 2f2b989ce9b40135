import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  compare,
  findProofs,
  formatReport,
  parseAcceptance,
} from '../../../scripts/acceptance/acceptance.ts';

const MARKDOWN = `# What must work

## Shell (SH)

- [SH-01] A sidebar (observed)
- [SH-02] Links

## Realtime (RTm)

- [RTm-01] Connects

## Conflicts (OP)

- [OP-01] Decided
`;

const ids = (source: string): string[] => findProofs(source, 'a.spec.ts').map(({ id }) => id);

describe('parseAcceptance', () => {
  test('reads areas and their items', () => {
    const areas = parseAcceptance(MARKDOWN);
    expect(areas.map(({ key, items }) => [key, items.length])).toEqual([
      ['SH', 2],
      ['RTm', 1],
      ['OP', 1],
    ]);
    expect(areas[0]?.items[0]).toEqual({ id: 'SH-01', text: 'A sidebar (observed)' });
  });

  test('refuses an id that stands twice or in another area', () => {
    expect(() => parseAcceptance(`${MARKDOWN}- [OP-01] Again`)).toThrow('OP-01 stands twice');
    expect(() => parseAcceptance(`${MARKDOWN}- [SH-09] Lost`)).toThrow('SH-09 stands outside its area');
  });

  test('reads the real file: 449 items beside 19 decisions', () => {
    const areas = parseAcceptance(readFileSync('docs/acceptance.md', 'utf8'));
    expect(compare(areas, []).total).toBe(449);
    expect(areas.find(({ key }) => key === 'OP')?.items).toHaveLength(19);
  });
});

describe('findProofs', () => {
  test('finds ids in titles of every quoting', () => {
    expect(ids(`test('[SH-01] a', () => {});\nit("[SH-02] b");\ntest(\`[RTm-01] \${x} c\`)`)).toEqual([
      'SH-01',
      'SH-02',
      'RTm-01',
    ]);
  });

  test('finds several ids in one title, in one bracket or many', () => {
    expect(ids(`test('[SH-01, SH-02] [RL-18] a')`)).toEqual(['SH-01', 'SH-02', 'RL-18']);
  });

  test('finds ids in describe, test.each and titles on a line of their own', () => {
    expect(ids(`test.describe(\n  '[SH-01] a', () => {})\ntest.each(CASES)('[SH-02] %s')`)).toEqual([
      'SH-01',
      'SH-02',
    ]);
  });

  test('ignores ids in comments and in code', () => {
    expect(ids(`// [SH-01]\nconst a = '[SH-02]'; expect('[SH-03]')`)).toEqual([]);
  });

  test('names the line', () => {
    expect(findProofs(`\n\ntest('[SH-01] a')`, 'x.ts')).toEqual([{ id: 'SH-01', file: 'x.ts', line: 3 }]);
  });
});

describe('compare', () => {
  const areas = parseAcceptance(MARKDOWN);

  test('counts proven items once and leaves decisions out of the total', () => {
    const proofs = findProofs(`test('[SH-01] a'); test('[SH-01] b'); test('[OP-01] c')`, 'x.ts');
    const report = compare(areas, proofs);
    expect([report.covered, report.total]).toEqual([1, 3]);
    expect(report.unknown).toEqual([]);
    expect(formatReport(report)).toContain('SH      1/2  Shell\n             missing: SH-02');
    expect(formatReport(report)).toContain('Total 1/3');
  });

  test('names ids that do not exist', () => {
    const report = compare(areas, findProofs(`test('[ZZ-01] a')`, 'x.ts'));
    expect(formatReport(report)).toContain('Unknown id ZZ-01 in x.ts:1');
  });

  test('lists only the areas asked for', () => {
    expect(formatReport(compare(areas, []), ['SH'])).not.toContain('Realtime');
  });
});
