/* The port for those who compare, change and import collections as a text. */
import type { ConfigurationFormat, Translate } from '#domain/backend/configuration.ts';
import { byLine } from './choose.ts';

const pb22 = async () => (await import('./pb22/configuration.ts')).configuration;
const pb23 = async () => (await import('./pb23/configuration.ts')).configuration;

/** Fetches the format of the backend's line. */
export const loadConfiguration = (): Promise<ConfigurationFormat> => byLine(pb22, pb23)();

const fromNewer = async () => (await import('./pb22/from-newer.ts')).fromNewer;
const fromOlder = async () => (await import('./pb23/from-older.ts')).fromOlder;

/** Fetches what translates entries of another line into this one. */
export const loadTranslator = (): Promise<Translate> => byLine(fromNewer, fromOlder)();
