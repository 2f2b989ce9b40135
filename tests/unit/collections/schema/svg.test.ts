import { expect, test } from 'vitest';
import { diagramOf, MAX_LINES } from '#domain/collections/schema/diagram.ts';
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

const numbersIn = (text = '') => text.match(/-?[\d.]+/g)?.map(Number) ?? [];

test('the picture has all names, types and relations in words, and all of its colours', () => {
  const users = collection('users', [field('name')], { type: 'auth' });
  const posts = collection('posts', [
    field('author', 'relation', { options: { collectionId: 'c_users', maxSelect: 1 } }),
  ]);
  const { text, size } = svgOf(diagramOf([users, posts]), { c_users: [300, 0], c_posts: [-20, -10] }, colors);
  for (const part of ['users', 'auth', 'author', '>relation<', 'posts.author → users: single', '#777'])
    expect(text).toContain(part);
  expect(text).toContain(`viewBox="-52 -42 ${size.width} ${size.height}"`);
  expect(text).not.toMatch(/var\(|url\(|class="[^a-z]/);
});

test('the picture of a relation has its line, its tip and both tiles', () => {
  const posts = collection('posts', [
    field('author', 'relation', { options: { collectionId: 'c_users', maxSelect: 1 } }),
  ]);
  const places = { c_users: [300, 0], c_posts: [-20, -10] } as const;
  const { text } = svgOf(diagramOf([collection('users'), posts]), places, colors);
  const note = (y: string, words: string) =>
    `<text x="210" y="${y}" text-anchor="end" class="n">${words}</text>`;
  const head = '<path d="M0 36V6a6 6 0 0 1 6-6H214a6 6 0 0 1 6 6V36z" class="h"/>';
  const [y, lineY] = ['22.333333333333332', '51.333333333333336'];
  const [start, , ...rest] = text.split('\n');
  expect(start).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="604" height="128" viewBox="-52 -42 604 128" font-family="system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Noto Sans, sans-serif" font-size="13">',
  );
  expect(rest).toEqual([
    '<rect x="-52" y="-42" width="604" height="128" fill="#fff"/>',
    '<g><title>posts.author → users: single</title><path d="M200 37C250 37 250 18 300 18" class="l"/><path d="M300 18l-9 -4.5v9z" class="p"/></g>',
    `<g transform="translate(300 0)"><title>users</title><rect width="220" height="42" rx="6" class="t"/>${head}<text x="10" y="${y}" font-weight="600">users</text>${note(y, 'base')}</g>`,
    `<g transform="translate(-20 -10)"><title>posts</title><rect width="220" height="64" rx="6" class="t"/>${head}<text x="10" y="${y}" font-weight="600">posts</text>${note(y, 'base')}<text x="10" y="${lineY}" >author</text>${note(lineY, 'relation')}</g>`,
    '</svg>',
  ]);
});

test.each([
  ['itself', { c_posts: [0, 0] }],
  ['a collection below it', { c_posts: [0, 0], c_users: [0, 200] }],
  ['one that was moved aside a little', { c_posts: [0, 0], c_users: [219, 200] }],
] as const)('the picture has room for the whole line of a relation to %s', (_what, places) => {
  const shown = 'c_users' in places ? [collection('users')] : [];
  const target = shown.length ? 'c_users' : 'c_posts';
  const relation = field('other', 'relation', { options: { collectionId: target, maxSelect: 1 } });
  const { text } = svgOf(diagramOf([...shown, collection('posts', [relation])]), places, colors);
  const [left = 0, , width = 0] = numbersIn(/viewBox="([^"]+)"/.exec(text)?.[1]);
  const [start = 0, , first = 0, , second = 0, , end = 0] = numbersIn(
    /<path d="([^"]+)" class="l"/.exec(text)?.[1],
  );
  // The most right point of the curve, and half of the line's width.
  const along = Array.from({ length: 101 }, (_, step) => {
    const [t, rest] = [step / 100, 1 - step / 100];
    return rest ** 3 * start + 3 * rest ** 2 * t * first + 3 * rest * t ** 2 * second + t ** 3 * end;
  });
  expect(Math.max(...along) + 0.75).toBeLessThan(left + width);
});

test('fields without a line are counted in the last one', () => {
  const fields = Array.from({ length: MAX_LINES + 1 }, (_, index) => field(`f${index}`));
  const { text } = svgOf(diagramOf([collection('x', fields)]), {}, colors);
  expect(text).toContain('<text x="10" y="315.3333333333333" class="n">+1 more</text></g>');
});

test.each([
  ['n'.repeat(23), 'n'.repeat(23)],
  ['n'.repeat(24), `${'n'.repeat(22)}…`],
  ['W'.repeat(24), `${'W'.repeat(13)}…`],
  ['中'.repeat(24), `${'中'.repeat(12)}…`],
])('the name %s is drawn as %s', (name, drawn) => {
  const { text } = svgOf(diagramOf([collection('x', [field(name)])]), {}, colors);
  expect(text).toContain(`>${drawn}</text>`);
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
  expect(pngScale({ width: 16_000 / 0.6, height: 100 })).toBe(0.6);
  expect(pngScale({ width: 20_000, height: 20_000 })).toBeUndefined();
});
