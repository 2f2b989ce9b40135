import { testDefaults } from './defaults-tests.ts';

testDefaults();
