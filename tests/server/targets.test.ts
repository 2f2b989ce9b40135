import { targetsContract } from '#tests/support/server/contracts/targets.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(targetsContract);
