import { streamsContract } from '../support/server/contracts/streams.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime(streamsContract);
