/* The port for what tells the least version of a backend: only the newer line has it. */
export * from './pb23/least-version.ts';
