import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatPolicy, injectPolicy, inlineHashes, pagePolicy } from '#build/csp.mjs';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('hashes every inline script and style once, with any attributes and type', () => {
  const html = `<script>a</script><script type="module" async>b
</script><script>a</script><script src="x.js"></script><style>c</style ><SCRIPT data-src="y">é</SCRIPT>`;
  expect(inlineHashes(html)).toEqual({
    scripts: [sha('a'), sha('b\n'), sha('é')],
    styles: [sha('c')],
  });
});

test('allows only hashed inline code', () => {
  const policy = pagePolicy('<script>a</script>', []);
  expect(policy['script-src']).toEqual(["'self'", sha('a')]);
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(formatPolicy(policy)).not.toContain('unsafe');
  expect(policy['connect-src']).toEqual(["'self'"]);
});

test('allows only what the page needs', () => {
  expect(formatPolicy(pagePolicy('<script>a</script><style>b</style>', [])).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${sha('a')}`,
    `style-src 'self' ${sha('b')}`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test('allows the given backend and styles', () => {
  const policy = pagePolicy('', ['https:'], { styleAttributes: true, styleHashes: ['sha256-x'] });
  expect(policy['connect-src']).toEqual(["'self'", 'https:']);
  expect(policy['style-src']).toEqual(["'self'", "'sha256-x'"]);
  expect(policy['style-src-attr']).toEqual(["'unsafe-inline'"]);
});

test('puts the policy before everything to which it applies', () => {
  const html = '<head><meta charset="utf-8"><script>a</script></head>';
  expect(injectPolicy(html, 'x "y"')).toBe(
    '<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="x &quot;y&quot;"><script>a</script></head>',
  );
  expect(() => injectPolicy('<head>', 'x')).toThrow('nothing that matches /<meta');
});

test.each(['connect-src', 'img-src', 'media-src', 'frame-src'])(
  'allows records and files of a backend on another origin in %s',
  (directive) => {
    expect(pagePolicy('', ['http:', 'https:'])[directive]).toEqual(
      expect.arrayContaining(["'self'", 'http:', 'https:']),
    );
  },
);
