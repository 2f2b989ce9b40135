import { relative } from 'node:path';
import { listOf, textOf } from '../lib/json.ts';
import { ROOT } from '../lib/paths.ts';
import { readBrowserTests } from '../test/playwright-report.ts';
import type { Reports } from '../test/reports.ts';
import { idsIn, type Proof } from './acceptance.ts';

/** The ids of the tests that ran and passed, those included that passed only when run again. */
export function readProofs({ vitest, playwright }: Partial<Reports>): Proof[] {
  const proofs: Proof[] = [];
  const add = (titles: string[], where: string): void => {
    for (const id of titles.flatMap(idsIn)) proofs.push({ id, where });
  };
  for (const file of listOf(vitest, 'testResults')) {
    const where = relative(ROOT, textOf(file, 'name'));
    for (const test of listOf(file, 'assertionResults')) {
      const groups = listOf(test, 'ancestorTitles').filter((title) => typeof title === 'string');
      if (textOf(test, 'status') === 'passed') add([...groups, textOf(test, 'title')], where);
    }
  }
  for (const { titles, file, status, shouldPass } of readBrowserTests(playwright)) {
    if (shouldPass && (status === 'expected' || status === 'flaky')) add(titles, `tests/${file}`);
  }
  return proofs;
}

/** Which run the reports are of, and what is missing in them; `head` is the commit at hand. */
export function describeRun(reports: Reports, head: string): string[] {
  const { commit, started, vitest, playwright } = reports;
  const time = `${started.slice(0, 16).replace('T', ' ')} UTC`;
  const at = commit && commit !== head ? `; the checkout is at ${head}` : '';
  const lines = [`From npm test of ${time} on commit ${commit || 'unknown'}${at}.`];
  if (vitest === undefined) lines.push('It left no report of the unit and store tests.');
  if (playwright === undefined) lines.push('It left no report of the end-to-end tests.');
  return lines;
}
