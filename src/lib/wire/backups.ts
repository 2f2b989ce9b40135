export * from './pb22/backups.ts';
