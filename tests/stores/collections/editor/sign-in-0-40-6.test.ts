import { describe } from 'vitest';
import { runsOn, signInTests } from './sign-in-cases.ts';

describe.runIf(runsOn('0.40.6'))('0.40.6', () => signInTests('0.40.6'));
