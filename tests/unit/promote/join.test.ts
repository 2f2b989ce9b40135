import { expect, test } from 'vitest';
import { joinById } from '#domain/promote/join.ts';

async function* listOf(ids: string, stopped: string[] = []) {
  try {
    for (const id of ids) yield { id };
  } finally {
    stopped.push(ids);
  }
}

async function join(from: string, to: string): Promise<string[]> {
  const pairs: string[] = [];
  for await (const pair of joinById(listOf(from), listOf(to), ({ id }) => id))
    pairs.push(`${pair.from?.id ?? '-'}${pair.to?.id ?? '-'}`);
  return pairs;
}

test.each([
  ['', '', []],
  ['ab', 'ab', ['aa', 'bb']],
  ['ac', 'bc', ['a-', '-b', 'cc']],
  ['abc', '', ['a-', 'b-', 'c-']],
  ['b', 'abc', ['-a', 'bb', '-c']],
])('%s and %s', async (from, to, pairs) => {
  expect(await join(from, to)).toEqual(pairs);
});

test('stops both sources when it is left', async () => {
  const stopped: string[] = [];
  for await (const _pair of joinById(listOf('ab', stopped), listOf('ab', stopped), ({ id }) => id)) break;
  expect(stopped).toEqual(['ab', 'ab']);
});
