// npm run test:server -- [--all] [NAME]: the built server and npm start, under Deno; with --all also under Node.
import process from 'node:process';
import { runCommand } from './command.ts';

const args = process.argv.slice(2);
const env = args.includes('--all') ? { ALL_RUNTIMES: '1' } : {};
const names = args.filter((arg) => arg !== '--all');
process.exitCode = await runCommand(['npm:vitest', 'run', '--project=server', ...names], {
  env,
  isLive: true,
});
