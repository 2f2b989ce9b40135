/* The port for what visitors are told. */
export * from './both/health.ts';
export { asksForFirstAdmin, FIRST_ADMIN_PROBE } from './pb22/health.ts';
