export * from './pb22/setting-glance.ts';
