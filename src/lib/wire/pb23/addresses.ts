/* The names in addresses of the own dashboard of 0.23 and newer that lead to the same thing in Atoll. */
import { ownOf } from '#domain/app/lenient.ts';

const NAMES: Readonly<Record<string, string>> = {
  collection: 'collectionId',
  record: 'recordId',
  superuserRequests: 'adminRequests',
};

/** The name that Atoll has for a parameter of such an address. */
export const nameInAtoll = (name: string): string => ownOf(NAMES, name) ?? name;
