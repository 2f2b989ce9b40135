import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { injectRichText } from '#build/rich-text-files.mjs';

test('the page lists the files that the editor adds, and its document with a version', async () => {
  const dir = await mkdtemp(`${tmpdir()}/atoll-editor-`);
  const files = ['./editor.js', './core.js', './library.js'];
  const page = (content: string) => `<meta name="atoll-rich-text" content="${content}">`;
  const versions = new Set<string>();
  for (const text of ['<p>one', '<p>two']) {
    await writeFile(`${dir}/rich-text.html`, text);
    const html = await injectRichText(page(''), files, ['./core.js'], pathToFileURL(`${dir}/`));
    const named = /^<meta name="atoll-rich-text" content="([^"]*)">$/.exec(html)?.[1]?.split(' ') ?? [];
    expect(named.slice(0, -1)).toEqual(['./editor.js', './library.js']);
    expect(named.at(-1)).toMatch(/^\.\/rich-text\.html\?v=[\w-]{22}$/);
    versions.add(named.at(-1) ?? '');
  }
  expect(versions.size).toBe(2);
  await rm(dir, { recursive: true });
});
