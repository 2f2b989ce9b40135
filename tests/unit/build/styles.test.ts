import { describe, expect, test } from 'vitest';
import { splitStyles } from '#build/styles.mjs';

const PAGE = '<main class="card p-2 max-sm:p-1"><a href="#" data-open></a><input type="email"></main>';

const split = (css: string, text = PAGE) => splitStyles(css, text);

describe('the page keeps a rule', () => {
  test.each([
    '.card{color:red}',
    '.card:not(.gone):hover{color:red}',
    '.card>a::before{color:red}',
    String.raw`.max-sm\:p-1{padding:1px}`,
    '[data-open]{color:red}',
    ':is(.gone,.card) a{color:red}',
    ':root{color:red}',
    'input[type=email]{color:red}',
    '.gone,.card{color:red}',
  ])('that may match: %s', (rule) => {
    expect(split(rule)).toEqual({ first: rule, others: '' });
  });

  test.each([
    '.gone{color:red}',
    '.card .gone{color:red}',
    '.card:has(.gone){color:red}',
    ':is(.gone,.away) a{color:red}',
    'table{color:red}',
    'input[type=date]{color:red}',
    'input:checked{color:red}',
    '[data-gone]{color:red}',
    'input::-webkit-datetime-edit{padding:0}',
    '@media print{.card{display:none}}',
  ])('but not what can’t match: %s', (rule) => {
    expect(split(rule)).toEqual({ first: '', others: rule });
  });
});

test('rules for printing come with the first part where it is to have them', () => {
  const css = '@media print{.card{display:none}}';
  expect(splitStyles(css, PAGE, true)).toEqual({ first: css, others: '' });
});

test('a class with quotes counts, in markup and in modules', () => {
  const css = String.raw`.after\:content-\[\'\*\'\]:after{color:red}`;
  expect(split(css, '<p class="a after:content-[&#x27;*&#x27;]">').first).toBe(css);
  expect(split(css, "x({className:`a after:content-['*']`})").first).toBe(css);
  expect(split(css, "<p class='a'>").first).toBe('');
});

test('a class that a module names counts, and an attribute that it sets', () => {
  const css = '.busy{color:red}[data-is-open]{color:red}';
  expect(split(css, 'x({className:`a busy`});y.dataset.isOpen=1').first).toBe(css);
});

test('the layers, conditions, named blocks and variables of a rule come with it', () => {
  const css = [
    '@layer theme,utilities;',
    '@layer theme{:root{--used:1px;--unread:2px}}',
    '@layer utilities{@media (width>1px){.card{margin:var(--used);animation:rise 1s}.gone{margin:var(--unread);animation:sink 1s}}}',
    '@keyframes rise{to{top:0}}@keyframes sink{to{top:1px}}',
  ];
  expect(split(css.join(''))).toEqual({
    first:
      '@layer theme,utilities;@layer theme{:root{--used:1px}}' +
      '@layer utilities{@media (width>1px){.card{margin:var(--used);animation:rise 1s}}}@keyframes rise{to{top:0}}',
    others:
      '@layer theme{:root{--unread:2px}}' +
      '@layer utilities{@media (width>1px){.gone{margin:var(--unread);animation:sink 1s}}}@keyframes sink{to{top:1px}}',
  });
});

describe('a rule behind one that comes later', () => {
  const utilities = (...rules: string[]) => `@layer utilities{${rules.join('')}}`;
  const small = String.raw`@media (width<1px){.max-sm\:p-1{padding:1px}}`;

  test.each([
    ['sets a part of the same', '.px-9{padding-inline:9px}', '.p-2{padding:2px}'],
    ['has a condition', '.p-9{padding:9px}', small],
    ['sets the same in another spelling', '.w-9{width:9px}', '.card{inline-size:1px;width:2px}'],
  ])('is in both parts when it %s', (_what, later, behind) => {
    expect(split(utilities(later, behind))).toEqual({
      first: utilities(behind),
      others: utilities(later, behind),
    });
  });

  test.each([
    ['sets something else', '.m-9{margin:9px}', '.p-2{padding:2px}'],
    ['is an alternative to it', '.p-9{padding:9px}', '.p-2{padding:2px}'],
  ])('is only in the page when it %s', (_what, later, behind) => {
    expect(split(utilities(later, behind))).toEqual({ first: utilities(behind), others: utilities(later) });
  });

  test('is only in the page when its component is another one, or its layer', () => {
    const css = '@layer components{.list-row{color:red}.card:hover{color:blue}}@layer base{a{color:red}}';
    expect(split(css).others).toBe('@layer components{.list-row{color:red}}');
    const same = '@layer components{.card-gone{color:red}.card:hover{color:blue}}';
    expect(split(same).others).toBe(same);
  });
});
