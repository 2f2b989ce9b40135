/* The port for addresses of PocketBase's own dashboard. */
import { ownOf } from '#domain/app/lenient.ts';
import { byLine } from './choose.ts';
import { ADDRESS_NAMES } from './pb23/addresses.ts';

/** The name that Atoll has for a parameter of an address; that of 0.22's own dashboard is the same. */
export const nameInAtoll = (name: string): string => ownOf(byLine({}, ADDRESS_NAMES), name) ?? name;
