export * from './pb22/setting-values.ts';
