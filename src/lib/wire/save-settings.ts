export * from './both/save-settings.ts';
