import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CRON_MACROS, parseCron } from '#domain/model/cron.ts';
import { backend, startSettingsTests } from '#tests/stores/settings-fixture.ts';
import { casesOf } from '#tests/support/cases.ts';

startSettingsTests();

/** Whether the backend accepts a schedule. */
async function isAccepted(cron: string): Promise<boolean> {
  const response = await fetch(`${backend().url}/api/settings`, {
    method: 'PATCH',
    headers: { Authorization: await backend().adminToken(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ backups: { cron, cronMaxKeep: 3 } }),
  });
  if (response.status !== 200) expect(JSON.stringify(await response.json())).toContain('cron');
  return response.status === 200;
}
const isValid = (cron: string) => 'schedule' in parseCron(cron);

const CASES = [
  ...CRON_MACROS.keys(),
  ...['@reboot', '@Daily', '@daily ', ' @daily', '@every 1h', '@'],
  ...['* * * * *', '*  * * * *', ' * * * * *', '* * * * * ', '*\t* * * *', '* * * *', '* * * * * *', ' '],
  ...['59 23 31 12 6', '60 * * * *', '* 24 * * *', '* * 32 * *', '* * 0 * *', '* * * 13 *', '* * * 0 *'],
  ...[
    '* * * * 7',
    '* * * * -1',
    '-1 * * * *',
    '+1 * * * *',
    '+0-+5 * * * *',
    '007 * * * *',
    '00 00 01 01 00',
  ],
  ...[
    '1.0 * * * *',
    '1e1 * * * *',
    '0x1 * * * *',
    '1_0 * * * *',
    '١ * * * *',
    '99999999999999999999 * * * *',
  ],
  ...[
    '*/1 * * * *',
    '*/59 * * * *',
    '*/60 * * * *',
    '*/0 * * * *',
    '*/-1 * * * *',
    '*/+2 * * * *',
    '*/02 * * * *',
  ],
  ...['* */23 * * *', '* */24 * * *', '* * */31 * *', '* * */32 * *', '* * * */12 *', '* * * */13 *'],
  ...[
    '* * * * */6',
    '* * * * */7',
    '5/1 * * * *',
    '5/2 * * * *',
    '1-5/2 * * * *',
    '1-5/ * * * *',
    '/2 * * * *',
  ],
  ...[
    '1-5/2/2 * * * *',
    '1-2-3 * * * *',
    '5-1 * * * *',
    '5-5 * * * *',
    '-5 * * * *',
    '5- * * * *',
    '- * * * *',
  ],
  ...[
    '1,2,3 * * * *',
    '1,,3 * * * *',
    ',1 * * * *',
    '1, * * * *',
    '1,1 * * * *',
    '*,1 * * * *',
    '** * * * *',
  ],
  ...[
    '*-5 * * * *',
    '1-* * * * *',
    '* * * JAN *',
    '* * * * MON',
    '* * L * *',
    '* * ? * *',
    '* * * * 1#2',
    '* * 1W * *',
  ],
];

test('[BK-20][BK-22] the parser agrees with the backend on every form of an expression', async () => {
  const disagreed: string[] = [];
  for (const cron of CASES) if ((await isAccepted(cron)) !== isValid(cron)) disagreed.push(cron);
  expect(disagreed).toEqual([]);
});

const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 61 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('', '+3', '03', 'MON', '*', 'L', ' ') },
);
const range = fc.oneof(
  { weight: 2, arbitrary: fc.constant('*') },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: fc.tuple(number, number).map((ends) => ends.join('-')) },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: number.map((value) => `/${value}`) },
);
const segment = fc.array(
  fc.tuple(range, step).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 3 },
);
/** Four segments that are valid and one that may not be: else hardly any expression would be valid. */
const expression = fc
  .tuple(fc.nat(4), segment)
  .map(([at, entries]) =>
    Array.from({ length: 5 }, (_, index) => (index === at ? entries.join(',') : '*')).join(' '),
  );

const GENERATED = casesOf(800);

test('[BK-20] the parser agrees with the backend on generated expressions', async () => {
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(expression, async (cron) => {
      const accepted = await isAccepted(cron);
      if (accepted) valid += 1;
      expect(isValid(cron)).toBe(accepted);
    }),
    { numRuns: GENERATED },
  );
  // Both kinds were among them.
  expect(valid).toBeGreaterThan(GENERATED / 10);
  expect(valid).toBeLessThan((GENERATED * 9) / 10);
});
