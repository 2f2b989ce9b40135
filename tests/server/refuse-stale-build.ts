// Runs before each test file: the tests of this folder look at the build, so an old one would prove nothing.
import { reasonToRefuse } from '#scripts/test/refuse-stale-build.ts';

const reason = reasonToRefuse();
if (reason) throw new Error(reason);
