/* The port for those who compare, change and import collections as a text. */
export { configuration } from './pb22/configuration.ts';
