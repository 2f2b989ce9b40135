import process from 'node:process';
import { expect, test } from 'vitest';
import { field } from '#scripts/lib/schema.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { saveCollectionRequest } from '#wire/collection-saves.ts';
import { readCollection } from '#wire/collections.ts';
import { recordRequest } from '#wire/records.ts';
import { writeCollection } from '#wire/save-collection.ts';
import { onEach } from './port.ts';

const CONNECTIONS = 24;
const SWAPS = 30;
const NAMES: Readonly<Record<string, string>> = { a: 'b', b: 'a' };

onEach((port) => {
  // With many connections, the backend answers some reads that begin after the change was answered with the old names
  // and the new values: about one in a thousand. Who compares values by name must read them again.
  test.runIf(process.env['ALL_CASES'])(
    'right after fields swapped their names, few answers have the old names, and none soon after',
    async () => {
      let now = await port.create({ name: uniqueName('swap'), fields: [field('a'), field('b')] });
      const { id } = await port.save(now.id, { a: '1', b: '2' });
      const read = async () => {
        const { a, b } = await port.send(recordRequest(now.id, id));
        return `${a}${b}`;
      };
      const many = () => Array.from({ length: CONNECTIONS }, read);
      const outdated: string[] = [];
      for (let count = 1; count <= SWAPS; count += 1) {
        const right = count % 2 ? '21' : '12';
        const isRight = (one: string) => one === right;
        const fields = now.fields.map((one) => ({ ...one, name: NAMES[one.name] ?? one.name }));
        const [changed, ...during] = await Promise.all([
          port.send(saveCollectionRequest(now.id, writeCollection({ ...now, fields }))),
          ...many().map((asked) => asked.catch(() => 'refused')),
        ]);
        now = readCollection(changed);
        const after = await Promise.all(many());
        expect(new Set(['12', '21', 'refused', ...during, ...after])).toEqual(
          new Set(['12', '21', 'refused']),
        );
        outdated.push(...after.filter((one) => !isRight(one)));
        await expect.poll(async () => (await Promise.all(many())).every(isRight)).toBe(true);
      }
      expect(outdated.length).toBeLessThan((CONNECTIONS * SWAPS) / 50);
    },
  );
});
