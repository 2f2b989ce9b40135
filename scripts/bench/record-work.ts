import type { Condition } from './conditions.ts';
import { takeTasks, tasksOf, WATCH_TASKS } from './long-tasks.ts';
import type { Measurement, Stage } from './scene.ts';
import { COLLECTIONS, recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

const RECORDS = `/api/collections/${COLLECTIONS.posts}/records`;

/**
 * Opens the first record of a list with a field of every type. Measures until the form shows the record's own title,
 * until it does so after the response of the record's own request has arrived ("fresh"), and the long tasks until the
 * first moment and until the page rests, with the editor of the rich text, which a click brings if it is not there yet.
 */
export const openRecord: Measurement = async (stage, condition) => {
  const { dashboard } = stage;
  const control = dashboard.textControl('title');
  const cell = `document.querySelector(${JSON.stringify(dashboard.cellSelector('title'))})`;
  const visit = await start(stage, condition);
  // Unique among the records.
  const number = String(await visit.evaluate(`${cell}.textContent.match(/Post \\d+:/)[0]`));
  const values = `(${control})?.value.startsWith(${JSON.stringify(number)})`;
  const fresh = `${values} && (${dashboard.saveButton}) && (${HAS_OWN_RESPONSE})`;
  await takeTasks(visit);
  const [opened = Number.NaN, freshAt = Number.NaN] = await visit.pressThrough(cell, [values, fresh]);
  const tasksToOpen = await takeTasks(visit, 'window.benchReachedAt[0]');
  await visit.network.rest();
  // An editor may wait until it is needed, and a frame without its id show the text until then.
  const body = dashboard.fieldBox('body');
  await visit.point(body, `(${body}).querySelector('iframe[id$="_ifr"]')`);
  await visit.network.quiet();
  const tasksAfter = await takeTasks(visit);
  await visit.end();
  return {
    'open record: time': opened,
    'open record: fresh': freshAt,
    ...tasksOf('open record', tasksToOpen, tasksAfter),
  };
};

/** Requested since the click, and arrived in full. */
const HAS_OWN_RESPONSE = `performance.getEntriesByType('resource').some(
  ({ name, startTime }) => startTime >= pressedAt && /\\/records\\/\\w{15}(\\?|$)/.test(name))`;

/** Creates a record. Measures until the form is there, and from the press on save until the list has the new row. */
export const createRecord: Measurement = async (stage, condition) => {
  const { dashboard, api } = stage;
  const { newRecordButton, panelGone, saveButton } = dashboard;
  const control = dashboard.textControl('title');
  const visit = await start(stage, condition);
  const ready = await visit.pressUntil(newRecordButton, `(${control}) && (${saveButton})`);
  await visit.network.quiet();
  // Starts like the seed's titles, and is unique.
  const title = `Post made at ${Date.now()}`;
  await visit.evaluate(typeInto(control, title));
  const shown = `(${panelGone}) && ${dashboard.rowsReady('title', title)}`;
  const saved = await visit.pressUntil(saveButton, shown);
  await visit.end();
  // The other scenes open the first record of the seed.
  const { items } = await api.get<{ items: { id: string }[] }>(
    `${RECORDS}?filter=${encodeURIComponent(`title="${title}"`)}`,
  );
  for (const { id } of items) await api.delete(`${RECORDS}/${id}`);
  return { 'new record: time': ready, 'create record: time': saved };
};

async function start({ browser, dashboard, session }: Stage, condition: Condition): Promise<Visit> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.addScript(WATCH_TASKS);
  await visit.open(recordsUrl(dashboard, 'posts'), dashboard.rowsReady('title', 'Post '));
  await visit.network.quiet();
  await visit.impose(condition);
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
