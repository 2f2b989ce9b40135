export * from './pb22/health.ts';
