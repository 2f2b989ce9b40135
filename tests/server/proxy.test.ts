import { proxyContract } from '#tests/support/server/contracts/proxy.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(proxyContract);
