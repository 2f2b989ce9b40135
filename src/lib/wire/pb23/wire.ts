// chunks: pb23, on demand
import type { Wire } from '../wire.ts';
import { capabilitiesOf } from './capabilities.ts';
import { readCollection } from './collections.ts';
import { leastWith } from './least-version.ts';
import { words } from './logs.ts';
import { names } from './setting-names.ts';

export const wire: Wire = {
  readCollection,
  capabilities: capabilitiesOf,
  leastWith,
  logWords: words,
  settingNames: names,
};
