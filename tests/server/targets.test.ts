import { targetsContract } from '../support/server/contracts/targets.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(targetsContract);
