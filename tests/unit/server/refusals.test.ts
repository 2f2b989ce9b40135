import { afterAll } from 'vitest';
import { refusalsContract } from '#tests/support/server/contracts/refusals.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

refusalsContract(inProcess(site), 60);
