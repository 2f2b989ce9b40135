import { afterAll } from 'vitest';
import { backendsContract } from '#tests/support/server/contracts/backends.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

backendsContract(inProcess(site));
