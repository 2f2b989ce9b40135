import { afterAll } from 'vitest';
import { proxyContract } from '../../support/server/contracts/proxy.ts';
import { buildSite, inProcess } from './built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

proxyContract(inProcess(site));
