export * from './pb22/targets.ts';
