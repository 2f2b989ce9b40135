import { gridKeys } from './grid-keys.ts';
import { startPageKeys } from './page-keys.ts';
import { roving } from './roving.ts';

/** The code for keys, which is fetched when the first parts of a screen are there. */
export const keys = { gridKeys, roving, startPageKeys };
