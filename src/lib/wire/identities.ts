export * from './pb22/identities.ts';
