export * from './pb22/capabilities.ts';
