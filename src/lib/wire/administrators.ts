export * from './pb22/administrators.ts';
