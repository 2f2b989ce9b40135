import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { injectRichText } from '#build/rich-text-files.mjs';

const MANIFEST = { other: { file: 'core.js' }, editor: { name: 'RichText', file: 'editor.js' } };

test('the page lists the script of the editor, and its document with a version', async () => {
  const dir = await mkdtemp(`${tmpdir()}/atoll-editor-`);
  const versions = new Set<string>();
  for (const text of ['<p>one', '<p>two']) {
    await writeFile(`${dir}/rich-text.html`, text);
    const meta = '<meta name="atoll-rich-text" content="">';
    const html = await injectRichText(meta, MANIFEST, pathToFileURL(`${dir}/`));
    const [, version] =
      /^<meta name="atoll-rich-text" content="\.\/editor\.js \.\/rich-text\.html\?v=([\w-]{22})">$/.exec(
        html,
      ) ?? [];
    versions.add(version ?? '');
  }
  expect(versions).not.toContain('');
  expect(versions.size).toBe(2);
  await expect(injectRichText('', {}, pathToFileURL(`${dir}/`))).rejects.toThrow(
    'No file of the build is RichText',
  );
  await rm(dir, { recursive: true });
});
