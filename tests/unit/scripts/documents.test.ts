import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#scripts/lib/paths.ts';

const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const DOCUMENTS = ['.', '.github', 'docs', 'tests/support'].flatMap(markdownIn);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

it.each(DOCUMENTS)('%s links to files and headings that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)];
  const dead = links.filter(([, path = '', anchor]) => {
    const file = path ? join(ROOT, dirname(document), path) : join(ROOT, document);
    if (!existsSync(file)) return true;
    if (!anchor) return false;
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)];
    return !headings.some(([, heading = '']) => `#${anchorOf(heading)}` === anchor);
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

it.each(DOCUMENTS)('%s names commands and files that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const files = [...text.matchAll(/`((?:src|scripts|build|tests|docs|public|deploy)\/[\w./-]*[\w/])`/g)].map(
    ([, path = '']) => path,
  );
  const isPattern = (path: string) => /FEATURE|NAME|Name[A-Z]/.test(path);
  expect(files.filter((path) => !isPattern(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});
