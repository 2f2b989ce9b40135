export * from './pb22/save-settings.ts';
