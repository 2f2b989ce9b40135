import { describe } from 'vitest';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { testDefaults } from '../defaults-tests.ts';

describe.runIf(hasNewerLine)('on a newer backend', testDefaults);
