import { streamsContract } from '#tests/support/server/contracts/streams.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(streamsContract);
