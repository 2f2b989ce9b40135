export * from './both/logged-lists.ts';
