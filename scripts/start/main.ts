import process from 'node:process';
import { parseOptions } from './options.mjs';
import { run } from './run.ts';
import { parseMode } from './start.ts';

const [mode, ...args] = process.argv.slice(2);
await run(parseMode(mode), parseOptions(args, process.env));
