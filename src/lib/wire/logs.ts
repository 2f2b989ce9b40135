export * from './pb22/logs.ts';
