import { expect, test } from 'vitest';
import { activeContent } from '#domain/records/rich-text/active-content.ts';
import { treeOf } from './html-tree.ts';

test.each([
  ['<p>x</p><script>1</script>', '<script>'],
  ['<p><svg><circle></circle></svg></p>', '<svg>'],
  ['<iframe src="https://example.com"></iframe>', '<iframe>'],
  ['<style>p{}</style>', '<style>'],
  ['<object data="x"></object>', '<object>'],
  ['<form><input></form>', '<form>'],
  ['<p><img src="x" onerror="1"></p>', 'the handler onerror'],
  ['<p ONCLICK="1">x</p>', 'the handler onclick'],
  ['<a href="javascript:1">x</a>', 'a script as the address of <a>'],
  ['<a href=" java\nscript:1">x</a>', 'a script as the address of <a>'],
  ['<a href="\u0001JavaScript:1">x</a>', 'a script as the address of <a>'],
  ['<a href="vbscript:1">x</a>', 'a script as the address of <a>'],
  ['<a href="data:text/html,x">x</a>', 'a script as the address of <a>'],
  ['<video poster="javascript:1"></video>', 'a script as the address of <video>'],
  ['<p xlink:href="javascript:1">x</p>', 'a script as the address of <p>'],
  ['<p srcdoc="x">x</p>', 'srcdoc'],
  ['<p action="javascript:1">x</p>', 'a script as the address of <p>'],
  ['<p background="javascript:1">x</p>', 'a script as the address of <p>'],
  ['<blockquote cite="javascript:1">x</blockquote>', 'a script as the address of <blockquote>'],
  ['<p data="javascript:1">x</p>', 'a script as the address of <p>'],
  ['<p formaction="javascript:1">x</p>', 'a script as the address of <p>'],
  ['<img src="livescript:1">', 'a script as the address of <img>'],
])('%s is active content', (html, expected) => {
  expect(activeContent(treeOf(html))).toBe(expected);
});

test.each([
  '',
  '<p>plain</p>',
  '<p>onclick="1" javascript:1</p>',
  '<a href="https://example.com/?q=javascript:1">x</a>',
  '<img src="data:image/png;base64,AAAA" alt="on">',
  '<p class="onerror" style="color: red">x</p>',
  '<p title="javascript:1">x</p>',
  '<pre><code>&lt;script&gt;</code></pre>',
  '<video src="/x.mp4" controls=""></video>',
])('%s is not active content', (html) => {
  expect(activeContent(treeOf(html))).toBeUndefined();
});

const TAGS =
  'applet base button embed form frame frameset iframe input link math meta noembed noframes noscript object ' +
  'param plaintext portal script select style svg template textarea title xmp';

test.each(TAGS.split(' '))('the element %s is active content, also inside another element', (tag) => {
  const element = { nodeType: 1, nodeName: tag.toUpperCase(), nodeValue: null, childNodes: [] };
  const inside = { nodeType: 1, nodeName: 'P', nodeValue: null, childNodes: [element] };
  expect(activeContent(inside)).toBe(`<${tag}>`);
});
