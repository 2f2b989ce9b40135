import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { keepAssets, nameBuild, readAssets } from '#build/assets.mjs';
import { BUILD_DIR } from '#scripts/lib/paths.ts';

/**
 * Replaces the folder `to` by what the next build leaves in `dist`: a page of another build, an asset of its own, and
 * the assets of this build that a build keeps.
 * @returns the addresses of the assets that pages of this build may still need
 */
export async function writeNextBuild(to: string): Promise<string[]> {
  rmSync(to, { recursive: true, force: true });
  cpSync(BUILD_DIR, to, { recursive: true });
  const [client, server] = [pathToFileURL(`${to}/client/`), pathToFileURL(`${to}/server/`)];
  const last = await readAssets(client, server);
  rmSync(`${to}/client/assets`, { recursive: true });
  mkdirSync(`${to}/client/assets`);
  writeFileSync(`${to}/client/assets/next.js`, '');
  const page = `${to}/client/index.html`;
  const unnamed = readFileSync(page, 'utf8').replace(/(name="atoll-build" content=")[^"]+/, '$1');
  writeFileSync(page, await nameBuild(unnamed, client));
  await keepAssets(last, client, server);
  const names = [...last.files.keys()].filter((name) => last.isOwn(name) && !/\.(br|gz)$/.test(name));
  return names.map((name) => `/assets/${name}`);
}
