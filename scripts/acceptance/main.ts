// npm run acceptance [-- AREA ...]: lists which items of docs/acceptance.md the last npm test proved.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { inRoot } from '#scripts/lib/paths.ts';
import { UserError } from '#scripts/lib/user-error.ts';
import { currentCommit, readReports } from '#scripts/test/reports.ts';
import { compare, formatReport, parseAcceptance } from './acceptance.ts';
import { describeRun, readProofs } from './proofs.ts';

try {
  const reports = readReports();
  if (!reports) throw new UserError('There is no test report. Run npm test first.');
  const areas = parseAcceptance(readFileSync(inRoot('docs/acceptance.md'), 'utf8'));
  const report = compare(areas, readProofs(reports));
  console.log(formatReport(report, process.argv.slice(2)));
  console.log(describeRun(reports, currentCommit()).join('\n'));
  if (report.unknown.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
