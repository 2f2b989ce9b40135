export * from './both/versions.ts';
