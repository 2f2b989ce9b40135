import type { Browser } from 'playwright';
import type { Dashboard } from './dashboard.ts';
import type { Figures } from './figures.ts';
import { Visit } from './visit.ts';

/**
 * Opens the first record of a list with a field of every type, then creates a record, on the slow network and
 * processor. Measures until the form shows its values, and until the panel is closed and the list has the new row.
 */
export async function recordWork(
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
  url: string,
): Promise<Figures> {
  const { newRecordButton, panelGone, saveButton } = dashboard;
  const control = dashboard.textControl('title');
  const visit = await start(browser, dashboard, session, url);
  const opened = await visit.clickUntil(
    dashboard.cellSelector('title'),
    `(${control})?.value.startsWith('Post ')`,
  );
  await visit.end();

  const other = await start(browser, dashboard, session, url);
  const ready = await other.pressUntil(newRecordButton, `(${control}) && (${saveButton})`);
  await other.network.quiet();
  // Starts like the seed's titles, and is unique.
  const title = `Post made at ${Date.now()}`;
  await other.evaluate(typeInto(control, title));
  const shown = `(${panelGone}) && ${dashboard.rowsReady('title', title)}`;
  const saved = await other.pressUntil(saveButton, shown);
  await other.end();
  return { 'open record: time': opened, 'new record: time': ready, 'create record: time': saved };
}

async function start(browser: Browser, dashboard: Dashboard, session: unknown, url: string): Promise<Visit> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(url, dashboard.rowsReady('title', 'Post '));
  await visit.network.quiet();
  await visit.slowDown();
  return visit;
}

/** Sets the text of a control as typing does, and gives the page two frames to react. */
function typeInto(control: string, text: string): string {
  return `(async () => {
    const control = ${control};
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
    set.call(control, ${JSON.stringify(text)});
    control.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  })()`;
}
