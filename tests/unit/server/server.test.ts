import { afterAll } from 'vitest';
import { serverContract } from '../../support/server/contracts/server.ts';
import { buildSite, inProcess } from './built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

serverContract(inProcess(site), site.clientDir);
