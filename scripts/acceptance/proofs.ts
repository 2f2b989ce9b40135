import { readBrowserTests } from '#scripts/test/playwright-report.ts';
import type { Reports } from '#scripts/test/reports.ts';
import { readVitestTests } from '#scripts/test/vitest-report.ts';
import { idsIn, type Proof } from './acceptance.ts';

/**
 * The ids of the tests that ran and passed, and of their steps, at the first try or when repeated, and of those that
 * were left out.
 */
export function readProofs({ vitest, playwright, recorded = [] }: Partial<Reports>): Proof[] {
  const proofs = [...recorded];
  const add = (titles: string[], where: string, isRetried: boolean): void => {
    for (const id of titles.flatMap(idsIn)) proofs.push({ id, where, ...(isRetried && { isRetried }) });
  };
  for (const { titles, file, status } of readVitestTests(vitest)) {
    if (status === 'passed' || status === 'flaky') add(titles, file, status === 'flaky');
  }
  for (const { titles, steps, file, status, shouldPass } of readBrowserTests(playwright)) {
    if (shouldPass && (status === 'expected' || status === 'flaky'))
      add([...titles, ...steps], `tests/${file}`, status === 'flaky');
  }
  return proofs;
}

/** Describes which run the reports come from and which reports are missing; `head` is the checked-out commit. */
export function describeRun(reports: Omit<Reports, 'recorded'>, head: string): string[] {
  const { commit, started, vitest, playwright } = reports;
  const time = `${started.slice(0, 16).replace('T', ' ')} UTC`;
  const at = commit && commit !== head ? `; the checkout is at ${head}` : '';
  const lines = [`From npm test of ${time} on commit ${commit || 'unknown'}${at}.`];
  if (vitest === undefined) lines.push('The report of the unit and store tests is missing.');
  if (playwright === undefined) lines.push('The report of the end-to-end tests is missing.');
  return lines;
}
