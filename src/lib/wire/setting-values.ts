export * from './both/setting-values.ts';
