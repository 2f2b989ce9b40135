import { proxyContract } from '../support/server/contracts/proxy.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(proxyContract);
