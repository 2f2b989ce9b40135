import { appendFileSync } from 'node:fs';
import process from 'node:process';
import base from '#root/astro.config.mjs';
import { otherSources } from './other-sources.mjs';

const log = process.env['ATOLL_PROBES'];

if (log) {
  // Which faults the build reaches, since it renders the first state of the screens. See `IN_BUILD`.
  const ids = new Set();
  Reflect.set(globalThis, 'atollProbe', ids.add.bind(ids));
  process.on('exit', () =>
    appendFileSync(log, `${JSON.stringify({ test: 'build', ids: [...ids], ms: 0 })}\n`),
  );
}

export default { ...base, vite: { ...base.vite, plugins: [otherSources(), ...base.vite.plugins] } };
