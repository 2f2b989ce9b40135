export * from './both/settings.ts';
