export * from './pb22/paths.ts';
