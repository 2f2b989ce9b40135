import { testSummary } from './summary-tests.ts';

testSummary();
