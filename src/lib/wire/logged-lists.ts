export * from './pb22/logged-lists.ts';
