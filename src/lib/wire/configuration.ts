/* The port for those who compare, change and import collections as a text. */
export { configuration, readImportRefusal } from './pb22/configuration.ts';
