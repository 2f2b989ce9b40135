export * from './pb22/settings.ts';
