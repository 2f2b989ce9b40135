import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { serverContract } from '#tests/support/server/contracts/server.ts';
import { underEachRuntime } from './runtimes.ts';

underEachRuntime((start) => serverContract(start, `${BUILD_DIR}/client`));
