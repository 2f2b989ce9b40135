import type { Browser } from 'playwright';
import type { Dashboard } from './dashboard.ts';
import { bytesOf, type Figures } from './figures.ts';
import { Visit } from './visit.ts';

/**
 * Opens `url` with an empty cache, on the slow network and processor, and waits until the expression `ready` holds and
 * then until the page fetches nothing more. The figures begin with `label`.
 */
export async function coldVisit(
  label: string,
  browser: Browser,
  dashboard: Dashboard,
  url: string,
  ready: string,
  session: unknown,
): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.slowDown();
  const time = await visit.open(url, ready);
  const toUse = visit.network.sentSoFar();
  await visit.network.rest();
  const atRest = visit.network.traffic;
  await visit.end();
  return { [`${label}: time`]: time, ...bytesOf(label, toUse(), atRest) };
}
