import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginReports, readReports, reportFile } from '#scripts/test/reports.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/atoll-reports-`);
});

afterEach(() => rmSync(dir, { recursive: true }));

test('there are no reports before the first run', () => {
  expect(readReports(dir)).toBeUndefined();
});

test('a run begins without the reports of the last run', () => {
  writeFileSync(reportFile('vitest', dir), '{}');
  beginReports([], dir);
  expect(existsSync(reportFile('vitest', dir))).toBe(false);
});

test('reads the reports of a run, and ignores a truncated one', () => {
  const recorded = [{ id: 'SH-01', where: 'tests/groups.json', isRecorded: true }];
  beginReports(recorded, dir);
  writeFileSync(reportFile('vitest', dir), '{"testResults":[]}');
  writeFileSync(reportFile('playwright', dir), '{"suites":[');
  const reports = readReports(dir);
  expect(reports).toMatchObject({ vitest: { testResults: [] }, playwright: undefined, recorded });
  expect(Date.now() - Date.parse(reports?.started ?? '')).toBeLessThan(60_000);
  expect(reports?.commit).toMatch(/^([0-9a-f]{7,}\+?)?$/);
});
