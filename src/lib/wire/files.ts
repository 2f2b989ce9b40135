export * from './pb22/files.ts';
