import type { Page } from '@playwright/test';

/** The bodies of the requests that a page sends to a path from now on, by default those that save settings. */
export function collectBodies<Body = unknown>(page: Page, path = '/api/settings'): Body[] {
  const bodies: Body[] = [];
  page.on('request', (request) => {
    const isTo = new URL(request.url()).pathname === path && request.method() !== 'GET';
    if (isTo) bodies.push(request.postDataJSON());
  });
  return bodies;
}
