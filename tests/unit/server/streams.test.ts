import { afterAll } from 'vitest';
import { streamsContract } from '../../support/server/contracts/streams.ts';
import { buildSite, inProcess } from './built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

streamsContract(inProcess(site));
