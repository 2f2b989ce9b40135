import { describe } from 'vitest';
import { runsOn, signInTests } from './sign-in-cases.ts';

describe.runIf(runsOn('0.36.9'))('0.36.9', () => signInTests('0.36.9'));
