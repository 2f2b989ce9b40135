import { afterAll } from 'vitest';
import { refusalsContract } from '../../support/server/contracts/refusals.ts';
import { buildSite, inProcess } from './built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

refusalsContract(inProcess(site), 60);
