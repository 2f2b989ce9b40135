// `atoll`, the command of the npm package: `npm start` without a build. scripts/release bundles it.
import process from 'node:process';
import { endWithParent } from '#scripts/install/end-with-parent.mjs';
import { readCommandLine } from './options.mjs';
import { run } from './run.ts';

const options = readCommandLine(process.argv.slice(2), 'atoll');
if (options) {
  endWithParent(() => process.kill(process.pid, 'SIGTERM'));
  await run('preview', options);
}
