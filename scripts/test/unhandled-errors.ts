import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { reportFile } from './reports.ts';

/** Vitest reporter: writes the errors outside of tests, which Vitest's JSON report does not contain. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const texts = errors.map(({ name, message, stack }) => stack || `${name ?? 'Error'}: ${message}`);
    writeFileSync(reportFile('unhandled'), JSON.stringify(texts));
  }
}
