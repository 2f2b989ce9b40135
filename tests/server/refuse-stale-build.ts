// Runs before each test file: the tests of this folder use the build, so an old build would prove nothing.
import { reasonToRefuse } from '#scripts/test/refuse-stale-build.ts';

const reason = reasonToRefuse();
if (reason) throw new Error(reason);
