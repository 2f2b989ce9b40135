/* The port for addresses of PocketBase's own dashboard. */
import { byLine } from './choose.ts';
import { nameInAtoll as newer } from './pb23/addresses.ts';

/** The name that Atoll has for a parameter of an address; that of 0.22's own dashboard is the same. */
export const nameInAtoll = (name: string): string => byLine(name, newer(name));
