/* The port for what tells the version of a backend. */
export * from './both/dashboard.ts';
