import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveFrames } from '#build/frames.mjs';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/atoll-frames-`);
  await mkdir(`${dir}/assets`);
});

afterEach(() => rm(dir, { recursive: true }));

const meta = (hash = '') => `<meta name="atoll-frames" content="${hash}">`;
const move = (html: string) => moveFrames(meta() + html, pathToFileURL(`${dir}/`));
const island = (attributes: string, end: string) =>
  `<astro-island ssr${attributes}><p>é</p>${end}</astro-island>`;
const astro = island(' await-children', '<!--astro:end-->');
const inTemplate = island('', '');

/** The files of the build, by frame. */
async function written(): Promise<Record<string, { hash: string; content: string }>> {
  const names = await readdir(`${dir}/assets`);
  const files = names.map(async (name) => {
    const [, frame = '', hash = ''] = /^([a-z]+)\.([\da-f]{8})\.txt$/.exec(name) ?? [];
    return [frame, { hash, content: await readFile(`${dir}/assets/${name}`, 'utf8') }] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

test('moves the content of templates to files, whose hashes they have', async () => {
  const html = await move(
    `<main>${astro}<template data-frames="logs" data-file="">${astro}</template>` +
      `<template data-frames="collections">${astro}</template><b></b></main>`,
  );
  const { logs, ...others } = await written();
  expect(logs?.content).toBe(inTemplate);
  expect(others).toEqual({});
  expect(html).toBe(
    `${meta(logs?.hash)}<main>${astro}<template data-frames="logs" data-file="${logs?.hash}"></template>` +
      `<template data-frames="collections">${inTemplate}</template><b></b></main>`,
  );
});

test('makes a file for each template in one, with all that is around them', async () => {
  const inner = (frame: string) => `<template data-frames="${frame}"><i>${frame}</i></template>`;
  const html = await move(
    `<template data-frames="mail tokens" data-file>${astro}<p>${inner('mail')}${inner('tokens')}</p></template>`,
  );
  const { mail, tokens } = await written();
  expect(mail?.content).toBe(`${inTemplate}<p>${inner('mail')}</p>`);
  expect(tokens?.content).toBe(`${inTemplate}<p>${inner('tokens')}</p>`);
  expect(tokens?.hash).toBe(mail?.hash);
  expect(html).toBe(
    `${meta(mail?.hash)}<template data-frames="mail" data-file="${mail?.hash}"></template>` +
      `<template data-frames="tokens" data-file="${tokens?.hash}"></template>`,
  );
});

test('refuses a page without such a template', async () => {
  await expect(move(`<template data-frames="logs">${astro}</template>`)).rejects.toThrow('no frames to move');
});
