import { expect, test } from 'vitest';
import { markdownHtml } from '#domain/field-types/markdown.ts';

const BASE = 'https://own.example/pb/';
const html = (text: string) => markdownHtml(text, BASE).trim();

test.each([
  ['**bold** _it_ `code`', '<p><strong>bold</strong> <em>it</em> <code>code</code></p>'],
  ['# Title', '<h1>Title</h1>'],
  ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
  ['[text](https://a.example/x?a=1&b=2)', '<p><a href="https://a.example/x?a=1&#38;b=2">text</a></p>'],
  ['[file](api/x.pdf)', '<p><a href="https://own.example/pb/api/x.pdf">file</a></p>'],
  ['https://a.example', '<p><a href="https://a.example/">https://a.example</a></p>'],
  ['- [x] done', '<ul>\n<li>☑ done</li>\n</ul>'],
  ['![pic](/files/a.png)', '<p><img src="https://own.example/files/a.png" alt="pic"></p>'],
])('[BY-44] %j is shown as Markdown', (text, shown) => expect(html(text)).toBe(shown));

const MARKS = '(?:p|strong|em|code|pre|h1|ul|ol|li|a|img|table|thead|tbody|tr|th|td|br|hr|blockquote|del)';

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'text <b onclick="x()">b</b> <!-- c -->',
  '<div\nonmouseover=x()>\n\ntext',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&#58;alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg/onload=x()>)',
  '![x"onerror="x()](https://own.example/a.png)',
  '![x](https://own.example/"onerror="x())',
  '[x](https://a.example/"onclick="x())',
  '[x](https://a.example "t"onclick=x()")',
  '<javascript:alert(1)>',
  '```html"><script>x</script>\ncode\n```',
  '[a]: javascript:x\n\n[a]',
  '| <svg onload=x()> | b |\n|--|--|\n| <i> | c |',
])(
  '[BY-44] hostile %j makes no element but those of Markdown, no handler and no address with code',
  (text) => {
    const shown = html(text);
    for (const [tag = ''] of shown.matchAll(/<[^>]*>/g))
      expect(tag).toMatch(
        new RegExp(
          `^</?${MARKS}(?: (?:class="language-[^"]*"|href="(?:https?|mailto|tel):[^"]*"|src="https://own\\.example/[^"]*"|alt="[^"]*"|align="\\w+"))*>$`,
        ),
      );
  },
);

test('[BY-44] an image of another origin is a link, and is not loaded', () => {
  for (const address of [
    'https://other.example/a.png',
    '//other.example/a.png',
    'https://own.example:8443/a.png',
  ]) {
    const shown = html(`![track](${address})`);
    expect(shown).not.toContain('<img');
    expect(shown).toMatch(/^<p><a href="https:\/\/[^"]+">track<\/a><\/p>$/);
  }
  expect(html('![](https://other.example/a.png)')).toContain('>https://other.example/a.png</a>');
});
