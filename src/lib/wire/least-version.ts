/* The port for what tells the least version of a backend, and how it reads filters: only the newer line has it. */
export * from './pb23/escapes-request.ts';
export * from './pb23/least-version.ts';
