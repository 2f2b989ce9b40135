import { expect, test } from 'vitest';
import { findChange } from '#domain/records/rich-text/compare.ts';
import { ELEMENT, TEXT } from '#domain/records/rich-text/tree.ts';
import { treeOf } from './html-tree.ts';

const change = (before: string, after: string) => findChange(treeOf(before), treeOf(after));

test.each([
  ['nothing', '', ''],
  ['the same', '<p>a <b>b</b></p>', '<p>a <b>b</b></p>'],
  ['line breaks between blocks', '<p>a</p><p>b</p>', '<p>a</p>\n<p>b</p>\n'],
  ['line breaks inside a text', '<p>a\n   b</p>', '<p>a b</p>'],
  ['space at the edges of a block', '<p> a </p>', '<p>a</p>'],
  ['space around a line break', '<p>a <br> b</p>', '<p>a<br>b</p>'],
  ['space doubled by a tag', '<p>a <b> b</b></p>', '<p>a <b>b</b></p>'],
  ['order of attributes', '<a href="/x" title="t">x</a>', '<a title="t" href="/x">x</a>'],
  [
    'spelling of a style',
    '<p style="COLOR:red ;  margin:0">x</p>',
    '<p style="color: red; margin: 0;">x</p>',
  ],
  ['spelling of a colour', '<p style="color: rgb(255, 0, 10)">x</p>', '<p style="color: #FF000A;">x</p>'],
  ['a short colour', '<p style="color:#Abc">x</p>', '<p style="color: #aabbcc">x</p>'],
  ['space between classes', '<p class=" a  b ">x</p>', '<p class="a b">x</p>'],
  ['space before a comment', '<p>a</p> <!-- x -->', '<p>a</p><!-- x -->'],
  ['space after a heading', '<h1>a</h1> b', '<h1>a</h1>b'],
  ['space at the start', ' a', 'a'],
  ['a semicolon at the end', '<p style="a:1;">x</p>', '<p style="a:1">x</p>'],
  ['space in a declaration without a name', '<p style=": a">x</p>', '<p style=":a">x</p>'],
  ['entities', '<p>&quot;x&quot;</p>', '<p>"x"</p>'],
  [
    'space between rows',
    '<table><tbody> <tr> <td>1</td></tr></tbody></table>',
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
  ],
])('%s: no difference', (_what, before, after) => {
  expect(change(before, after)).toBeUndefined();
  expect(change(after, before)).toBeUndefined();
});

test.each([
  ['another element', '<p><b>x</b></p>', '<p><strong>x</strong></p>', '<b>'],
  ['a removed element', '<div><p>x</p></div>', '<p>x</p>', '<div>'],
  ['a removed element at the end', '<p>x</p><section></section>', '<p>x</p>', '<section>'],
  ['an additional element', 'x', '<p>x</p>', '"x"'],
  ['additional content', '', '<p>x</p>', '<p>'],
  ['a removed attribute', '<p data-x="1">x</p>', '<p>x</p>', 'the attributes of <p>'],
  ['another address', '<a href="http://a/x">x</a>', '<a href="/x">x</a>', 'the attributes of <a>'],
  ['another style', '<p style="color:red">x</p>', '<p style="color:blue">x</p>', 'the attributes of <p>'],
  [
    'another order of declarations',
    '<p style="a:1;b:2">x</p>',
    '<p style="b:2;a:1">x</p>',
    'the attributes of <p>',
  ],
  ['another order of classes', '<p class="a b">x</p>', '<p class="b a">x</p>', 'the attributes of <p>'],
  ['another text', '<p>one</p>', '<p>two</p>', '"one"'],
  ['a no-break space', '<p>a&nbsp;b</p>', '<p>a b</p>', '"a\u00a0b"'],
  ['a space between words', '<p>a <b>b</b></p>', '<p>a<b>b</b></p>', '"a"'],
  ['space in a code sample', '<pre>a\n  b</pre>', '<pre>a b</pre>', '"a\n  b"'],
  ['space in a text area', '<textarea>a  b</textarea>', '<textarea>a b</textarea>', '"a  b"'],
  ['space in a listing', '<listing>a  b</listing>', '<listing>a b</listing>', '"a  b"'],
  ['space in an element of a code sample', '<pre><b>a  b</b></pre>', '<pre><b>a b</b></pre>', '"a  b"'],
  ['a text that becomes a comment', '<p>x</p>', '<p><!--x--></p>', '"x"'],
  ['a comment that becomes a text', '<p><!--x--></p>', '<p>x</p>', 'the comment "x"'],
  ['another end of an element', '<b>a<i>b</i></b>', '<b>a</b><i>b</i>', '<i>'],
  ['a new inner element', '<b>a</b>', '<b>a<i></i></b>', '<b>'],
  ['a space after a text area', '<textarea>x</textarea> b', '<textarea>x</textarea>b', '"b"'],
  ['a removed class', '<p class="a b">x</p>', '<p class="ab">x</p>', 'the attributes of <p>'],
  ['space between two elements', '<b>a</b> <i>b</i>', '<b>a</b><i>b</i>', 'white space'],
  ['the end of a text', '<p>a b</p>', '<p>a</p>', '"a b"'],
  ['40 characters', `<p>${'x'.repeat(40)}</p>`, '<p></p>', `"${'x'.repeat(40)}"`],
  ['another colour', '<p style="color:#FFF">x</p>', '<p style="color:#000">x</p>', 'the attributes of <p>'],
  [
    'another value of a declaration',
    '<p style="font:a b">x</p>',
    '<p style="font:ab">x</p>',
    'the attributes of <p>',
  ],
  ['a missing semicolon', '<p style="a:1;b:2">x</p>', '<p style="a:1b:2">x</p>', 'the attributes of <p>'],
  ['a comment', '<p>x</p><!-- note -->', '<p>x</p>', 'the comment "note"'],
  ['an emoji that is cut', `<p>${'x'.repeat(39)}😀</p>`, '<p></p>', `"${'x'.repeat(39)}..."`],
  ['a long text', `<p>${'x'.repeat(60)}</p>`, '<p></p>', `"${'x'.repeat(40)}..."`],
])('%s: reported', (_what, before, after, expected) => {
  expect(change(before, after)).toBe(expected);
});

test('adjacent text nodes are one text', () => {
  const text = (nodeValue: string | null) => ({
    nodeType: TEXT,
    nodeName: '#text',
    nodeValue,
    childNodes: [],
  });
  const body = (...texts: (string | null)[]) => ({
    nodeType: ELEMENT,
    nodeName: 'BODY',
    nodeValue: null,
    childNodes: texts.map(text),
  });
  expect(findChange(body('a ', null, ' b'), body('a b'))).toBeUndefined();
  expect(findChange(body(null, 'a'), body('a'))).toBeUndefined();
  expect(findChange(body('a', 'b'), body('a b'))).toBe('"ab"');
});
