export * from './pb22/accounts.ts';
