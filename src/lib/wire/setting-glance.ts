export * from './both/setting-glance.ts';
