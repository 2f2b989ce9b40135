import { afterAll } from 'vitest';
import { serverContract } from '#tests/support/server/contracts/server.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

serverContract(inProcess(site), site.clientDir);
