import { afterAll } from 'vitest';
import { proxyContract } from '#tests/support/server/contracts/proxy.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

proxyContract(inProcess(site));
