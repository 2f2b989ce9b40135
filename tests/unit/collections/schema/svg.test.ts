import { expect, test } from 'vitest';
import { diagramOf } from '#domain/collections/schema/diagram.ts';
import { escapeXml, pngScale, svgOf } from '#domain/collections/schema/svg.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { collection, field } from '../collection-fixture.ts';

const colors = {
  page: '#fff',
  tile: '#fff',
  head: '#eee',
  border: '#ccc',
  text: '#000',
  muted: '#555',
  line: '#777',
};

test('the picture has all names, types and relations in words, and all of its colours', () => {
  const users = collection('users', [field('name')], { type: 'auth' });
  const posts = collection('posts', [
    field('author', 'relation', { options: { collectionId: 'c_users', maxSelect: 1 } }),
  ]);
  const { text, size } = svgOf(diagramOf([users, posts]), { c_users: [300, 0], c_posts: [-20, -10] }, colors);
  for (const part of ['users', 'auth', 'author', '>relation<', 'posts.author → users: single', '#777'])
    expect(text).toContain(part);
  expect(text).toContain(`viewBox="-44 -34 ${size.width} ${size.height}"`);
  expect(text).not.toMatch(/var\(|url\(|class="[^a-z]/);
});

test.each(Object.entries(hostileStrings))('a hostile name stays text: %s', (_kind, name) => {
  const one = collection('x', [field(name)], { id: 'c', name });
  const { text } = svgOf(diagramOf([one]), { c: [0, 0] }, colors);
  const plain = svgOf(
    diagramOf([collection('x', [field('x')], { id: 'c', name: 'x' })]),
    { c: [0, 0] },
    colors,
  ).text;
  const tags = (svg: string) => svg.match(/<\/?[a-z]+/g);
  expect(tags(text)).toEqual(tags(plain));
  expect(text).not.toContain('\u0007');
});

test('characters that break a document are escaped or replaced', () => {
  expect(escapeXml(`<a b='c' d="e">&\u0000\ud800`)).toBe(
    '&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\ufffd\ufffd',
  );
});

test('a PNG is as sharp as it may be large, and refused when it could not be read', () => {
  expect(pngScale({ width: 1000, height: 800 })).toBe(2);
  expect(pngScale({ width: 6000, height: 5000 })).toBe(1);
  expect(pngScale({ width: 20_000, height: 100 })).toBe(0.8);
  expect(pngScale({ width: 20_000, height: 20_000 })).toBeUndefined();
});
