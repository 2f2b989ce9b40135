export * from './pb22/dialect.ts';
