import { afterAll } from 'vitest';
import { streamsContract } from '#tests/support/server/contracts/streams.ts';
import { buildSite, inProcess } from '../build/built-site.ts';

const site = await buildSite();

afterAll(() => site.remove());

streamsContract(inProcess(site));
