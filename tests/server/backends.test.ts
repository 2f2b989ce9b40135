import { backendsContract } from '#tests/support/server/contracts/backends.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(backendsContract);
