import { describe } from 'vitest';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { testSummary } from '../summary-tests.ts';

describe.runIf(hasNewerLine)('on a newer backend', testSummary);
