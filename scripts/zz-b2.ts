import { readFileSync } from 'node:fs';
import * as m from './budgets/budgets.ts'; import { BUDGETS } from './budgets/figures.ts'; import { BUILD_DIR } from '#scripts/lib/paths.ts';
const r = await m.measure(BUILD_DIR + '/client', BUDGETS, BUDGETS.map(() => []));
for (const x of r) if (!x.name.includes('rest')) console.log(x.name, x.kilobytes.toFixed(3), x.maxKilobytes);
