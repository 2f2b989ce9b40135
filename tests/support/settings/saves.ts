import type { Page } from '@playwright/test';
import { dequal } from 'dequal/lite';
import type { Raw } from '#domain/backend/field.ts';
import type { SettingPath, Settings } from '#domain/backend/settings.ts';
import { settingsRequest } from '#wire/settings.ts';
import { settingsOf } from './stored.ts';

/** The bodies of the requests that a page sends to a path from now on, by default those that save settings. */
export function collectBodies<Body = unknown>(page: Page, path = settingsRequest.path): Body[] {
  const bodies: Body[] = [];
  onBody(page, path, (body) => bodies.push(body as Body));
  return bodies;
}

/** What a page saves of these settings from now on. A secret that is left out is ''. */
export function collectSaves<Path extends SettingPath>(page: Page, paths: readonly Path[]) {
  const saves: Pick<Settings, Path>[] = [];
  onBody(page, settingsRequest.path, (body) => saves.push(leftOutEmpty(settingsOf(paths, body as Raw))));
  return saves;
}

const leftOutEmpty = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([path, value]) => [path, dequal(value, { kept: 'unknown' }) ? '' : value]),
  ) as Values;

function onBody(page: Page, path: string, take: (body: unknown) => void): void {
  page.on('request', (request) => {
    const isTo = new URL(request.url()).pathname === path && request.method() !== 'GET';
    if (isTo) take(request.postDataJSON());
  });
}
