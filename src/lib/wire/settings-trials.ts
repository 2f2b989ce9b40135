export * from './pb22/settings-trials.ts';
