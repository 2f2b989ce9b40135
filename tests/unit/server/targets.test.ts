import { afterAll } from 'vitest';
import { targetsContract } from '#tests/support/server/contracts/targets.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

targetsContract(inProcess(site));
