// npm run acceptance [-- AREA ...]: what docs/acceptance.md demands, and which of it the tests prove.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { inRoot } from '../lib/paths.ts';
import { compare, findProofs, formatReport, parseAcceptance } from './acceptance.ts';

const areas = parseAcceptance(readFileSync(inRoot('docs/acceptance.md'), 'utf8'));
const files = readdirSync(inRoot('tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  // The samples in the test of this very script prove nothing.
  .filter((file) => !file.endsWith('scripts/acceptance.test.ts'))
  .sort();
const proofs = files.flatMap((file) =>
  findProofs(readFileSync(inRoot('tests', file), 'utf8'), `tests/${file}`),
);

const report = compare(areas, proofs);
console.log(formatReport(report, process.argv.slice(2)));
if (report.unknown.length > 0) process.exitCode = 1;
