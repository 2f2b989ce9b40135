import { expect, test } from 'vitest';
import { linkTarget, SHOWN_ATTRIBUTES, SHOWN_TAGS } from '#domain/records/rich-text/shown-html.ts';

const BASE = 'https://atoll.test/admin/#/collections';

test.each([
  ['https://example.com/a?b', 'example.com'],
  ['https://example.com:8443/', 'example.com:8443'],
  ['//example.com/a', 'example.com'],
  ['https://atoll.test@evil.test/login', 'evil.test'],
  [' https://evil.test', 'evil.test'],
  ['https://\u0430tol.test/', 'xn--tol-5cd.test'],
  ['/api/files/a/b/c.png', 'atoll.test'],
  ['#/settings', 'atoll.test'],
  ['mailto:a@example.com?subject=x', 'mailto:a@example.com'],
  ['tel:+123', 'tel:+123'],
  [`mailto:${'x'.repeat(500)}`, `mailto:${'x'.repeat(73)}...`],
  ['https://exa mple.com', undefined],
])('the link %s has the target %s', (href, expected) => {
  expect(linkTarget(href, BASE)).toBe(expected);
});

test('excludes elements and attributes that could use styles of the dashboard, take the focus or cover the page', () => {
  const names = [
    ...'accesskey autofocus background bgcolor class contenteditable draggable for form hidden id inert is name'.split(
      ' ',
    ),
    ...'onclick part popover popovertarget role slot srcdoc style tabindex target usemap'.split(' '),
  ];
  expect(names.filter((name) => SHOWN_ATTRIBUTES.includes(name))).toEqual([]);
  expect(SHOWN_ATTRIBUTES.filter((name) => /^(?:aria|data)-/.test(name))).toEqual([]);
  const tags =
    'area aside button dialog embed footer form header iframe input label link main map marquee math menu meta ' +
    'nav object option script section select slot style svg template textarea';
  expect(tags.split(' ').filter((name) => SHOWN_TAGS.includes(name))).toEqual([]);
});

test('includes the elements and attributes of ordinary texts', () => {
  const tags =
    'a abbr b blockquote br code del div em figcaption figure h1 h2 h3 h4 h5 h6 hr i img li mark ol p pre s ' +
    'small span strong sub sup table tbody td th thead tr u ul video';
  expect(tags.split(' ').filter((tag) => !SHOWN_TAGS.includes(tag))).toEqual([]);
  const attributes = 'align alt cite colspan dir height href lang open rowspan src start title width';
  expect(attributes.split(' ').filter((name) => !SHOWN_ATTRIBUTES.includes(name))).toEqual([]);
});
