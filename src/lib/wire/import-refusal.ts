export * from './pb22/import-refusal.ts';
