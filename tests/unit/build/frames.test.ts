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

const move = (html: string) => moveFrames(html, pathToFileURL(`${dir}/`));
const island = (attributes: string, end: string) =>
  `<astro-island ssr${attributes}><p>é</p>${end}</astro-island>`;
const astro = island(' await-children', '<!--astro:end-->');
const inTemplate = island('', '');

test('moves the content of templates to files that they name, with the templates in it', async () => {
  const inner = (content: string) => `<template data-frames="mail">${content}</template>`;
  const html = await move(
    `<main>${astro}<template data-frames="logs" data-file="">${astro}</template>` +
      `<template data-frames="settings mail" data-file><ul></ul>${inner(astro)}</template>` +
      `<template data-frames="collections">${astro}</template></main>`,
  );
  const [logs = '', settings = '', ...more] = (await readdir(`${dir}/assets`)).sort();
  expect([logs, settings, more]).toEqual([
    expect.stringMatching(/^logs\.[\da-f]{8}\.txt$/),
    expect.stringMatching(/^settings\.[\da-f]{8}\.txt$/),
    [],
  ]);
  expect(html).toBe(
    `<main>${astro}<template data-frames="logs" data-src="./assets/${logs}"></template>` +
      `<template data-frames="settings mail" data-src="./assets/${settings}"></template>` +
      `<template data-frames="collections">${inTemplate}</template></main>`,
  );
  expect(await readFile(`${dir}/assets/${logs}`, 'utf8')).toBe(inTemplate);
  expect(await readFile(`${dir}/assets/${settings}`, 'utf8')).toBe(`<ul></ul>${inner(inTemplate)}`);
});

test('refuses a page without such a template', async () => {
  await expect(move(`<template data-frames="logs">${astro}</template>`)).rejects.toThrow('no frames to move');
});
