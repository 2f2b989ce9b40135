/* The port for where a backend keeps files. */
export { orphansText } from './both/stored-files.ts';
