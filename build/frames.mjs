// @ts-check
/*
 * Moves the frames of most screens from the page to files: the page carries the first screens, not all.
 * Leans on: the templates of src/layouts/Later.astro. Fails: when the page has none with `data-file`.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parse, walkSync } from 'ultrahtml';

/** How an island says that its children may follow it: Astro would wait for the end of the page. In a template, all are there. */
const AWAITED = / await-children(?=[\s>])|<!--astro:end-->/g;

/**
 * Writes the content of each `<template data-file>` to a file, whose address the template then has in `data-src`.
 *
 * @param {string} html
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<string>} the page
 * @throws {Error} when it has no such template
 */
export async function moveFrames(html, clientDir) {
  /** @type {{ start: number, end: number, attributes: Record<string, string> }[]} */
  const templates = [];
  walkSync(parse(html), (node) => {
    if (node.type !== 1 || !node.attributes['data-frames']) return;
    const [open, close] = node.loc;
    // Those of the settings are in one that is moved as a whole.
    if (open.start >= (templates.at(-1)?.end ?? 0))
      templates.push({ start: open.start, end: close.end, attributes: node.attributes });
  });
  let page = '';
  let end = 0;
  let files = 0;
  for (const template of templates) {
    const { 'data-frames': frames = '', 'data-file': isFile } = template.attributes;
    const source = html.slice(template.start, template.end).replace(AWAITED, '');
    page += html.slice(end, template.start);
    end = template.end;
    if (isFile === undefined) {
      page += source;
      continue;
    }
    const content = source.replace(/^<template\b[^>]*>|<\/template>$/g, '');
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    // Not HTML: nobody should open it as a page.
    const name = `./assets/${frames.split(' ')[0]}.${hash}.txt`;
    await writeFile(new URL(name, clientDir), content);
    page += `<template data-frames="${frames}" data-src="${name}"></template>`;
    files += 1;
  }
  if (!files) throw new Error('The built page has no frames to move (build/frames.mjs).');
  return page + html.slice(end);
}
