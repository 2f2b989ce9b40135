import { describe } from 'vitest';
import { runsOn, signInTests } from './sign-in-cases.ts';

describe.runIf(runsOn('0.40.0'))('0.40.0', () => signInTests('0.40.0'));
