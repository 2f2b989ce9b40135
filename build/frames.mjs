// @ts-check
/*
 * Moves the frames of most screens from the page to files: the page carries the first screens, not all.
 * Leans on: the templates of src/layouts/Later.astro. Fails: when the page has none with `data-file`, or the layout no
 * meta for their hash.
 */
import { writeFile } from 'node:fs/promises';
import { parse, walkSync } from 'ultrahtml';
import { setMeta, shortHash } from './page.mjs';

/** Says that an island's children may follow it: Astro would wait for the end of the page. A template has them all. */
const AWAITED = / await-children(?=[\s>])|<!--astro:end-->/g;

/**
 * The templates in a text: where they begin and end, and whether the build moves their content.
 *
 * @param {string} html
 */
function templatesOf(html) {
  /** @type {{ start: number, end: number, frames: string, isFile: boolean }[]} */
  const found = [];
  walkSync(parse(html), (node) => {
    if (node.type !== 1 || !node.attributes['data-frames']) return;
    const [open, close] = node.loc;
    const { 'data-frames': frames, 'data-file': file } = node.attributes;
    // Those of the settings are in one for all of them.
    if (open.start >= (found.at(-1)?.end ?? 0))
      found.push({ start: open.start, end: close.end, frames, isFile: file !== undefined });
  });
  return found;
}

/**
 * A text with each of its templates replaced.
 *
 * @param {string} html
 * @param {(source: string, template: { frames: string, isFile: boolean }) => string} replacement
 */
export function replaceTemplates(html, replacement) {
  let result = '';
  let done = 0;
  for (const { start, end, ...template } of templatesOf(html)) {
    result += html.slice(done, start) + replacement(html.slice(start, end), template);
    done = end;
  }
  return result + html.slice(done);
}

/** @param {string} template */
const contentOf = (template) => template.replace(/^<template\b[^>]*>|<\/template>$/g, '');

/**
 * Moves the content of each `<template data-file>` to a file `assets/FRAME.HASH.txt`, with one hash for all of a page,
 * which the template then has in `data-file`, and the head in a `<meta>`. One with templates becomes a file for each of
 * them, with all that is around them.
 *
 * @param {string} html
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<string>} the page
 * @throws {Error} when it has no such template
 */
export async function moveFrames(html, clientDir) {
  // One for all: the page names about 25 files, and hashes can't be compressed.
  const hash = shortHash(html);
  /** @type {Map<string, string>} */
  const files = new Map();
  /**
   * @param {string} frame
   * @param {string} content
   */
  const move = (frame, content) => {
    // Not HTML: nobody should open it as a page.
    files.set(`./assets/${frame}.${hash}.txt`, content);
    return `<template data-frames="${frame}" data-file="${hash}"></template>`;
  };
  const page = replaceTemplates(html, (template, { frames, isFile }) => {
    const source = template.replace(AWAITED, '');
    if (!isFile) return source;
    const content = contentOf(source);
    const inner = templatesOf(content).map((one) => one.frames);
    if (!inner.length) return move(frames, content);
    return inner
      .map((frame) =>
        move(
          frame,
          replaceTemplates(content, (one, { frames: own }) => (own === frame ? one : '')),
        ),
      )
      .join('');
  });
  if (!files.size) throw new Error('The built page has no frames to move (build/frames.mjs).');
  await Promise.all([...files].map(([name, content]) => writeFile(new URL(name, clientDir), content)));
  return setMeta(page, 'atoll-frames', hash);
}
