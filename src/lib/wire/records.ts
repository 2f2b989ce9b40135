export * from './pb22/records.ts';
