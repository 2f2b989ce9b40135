import { refusalsContract } from '#tests/support/server/contracts/refusals.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime((start) => refusalsContract(start, 1_500));
