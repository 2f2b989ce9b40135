import { afterAll } from 'vitest';
import { targetsContract } from '../../support/server/contracts/targets.ts';
import { buildSite, inProcess } from './built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

targetsContract(inProcess(site));
