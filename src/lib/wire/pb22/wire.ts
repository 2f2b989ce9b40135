// chunks: pb22, on demand
import type { Wire } from '../wire.ts';
import { PB22 } from './capabilities.ts';
import { readCollection } from './collections.ts';
import { words } from './logs.ts';
import { names } from './setting-names.ts';

export const wire: Wire = {
  readCollection,
  capabilities: () => PB22,
  leastWith: () => undefined,
  logWords: words,
  settingNames: names,
};
