import type { Browser } from 'playwright';
import type { Dashboard } from './dashboard.ts';
import type { Figures } from './figures.ts';
import { HUNDRED } from './seed.ts';
import { Visit } from './visit.ts';

/** Typed after the name of a field in the middle, one letter at a time. */
const TYPED = 'abcdefghij';
/** Index of the field to move, before and after. */
const [FROM, TO] = [HUNDRED / 2, HUNDRED / 2 + 3];

/**
 * Opens the editor of a collection with 100 fields, types into the name of one and moves one, at full speed. Browsers
 * report only tasks longer than 50 ms: 0 means that there was none.
 */
export async function collectionEditor(
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
  url: string,
): Promise<Figures> {
  const { editButton, fieldInputs, fieldHandles } = dashboard;
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(url, `(${editButton}) && document.title.includes('hundred')`);
  await visit.network.quiet();
  await visit.evaluate(WATCH_TASKS);
  const opened = await visit.pressUntil(editButton, `(${fieldInputs}).length === ${HUNDRED}`);
  await visit.network.quiet();
  const opening = Number(await visit.evaluate(LONGEST_TASK));
  await visit.evaluate(typeInto(`(${fieldInputs})[${HUNDRED / 2}]`));
  const typing = Number(await visit.evaluate(LONGEST_TASK));
  const moved = String(await visit.evaluate(`(${fieldInputs})[${FROM}].value`));
  await visit.evaluate(`(${fieldHandles})[${FROM}].scrollIntoView({ block: 'center' })`);
  await visit.drag(fieldHandles, FROM, TO, `(${fieldInputs})[${TO}].value === ${JSON.stringify(moved)}`);
  const moving = Number(await visit.evaluate(LONGEST_TASK));
  await visit.end();
  return {
    'editor of 100 fields: time': opened,
    'editor of 100 fields: longest task': opening,
    'editor of 100 fields: longest task typing': typing,
    'editor of 100 fields: longest task moving': moving,
  };
}

const WATCH_TASKS = `{
  window.benchTasks = [];
  new PerformanceObserver((list) => window.benchTasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: 'longtask' });
}`;

/** The longest task since the last evaluation, in ms. */
const LONGEST_TASK = `(async () => {
  await new Promise((resolve) => setTimeout(resolve));
  return Math.max(0, ...window.benchTasks.splice(0));
})()`;

function typeInto(input: string): string {
  return `(async () => {
    const input = ${input};
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    input.focus();
    for (const letter of '${TYPED}') {
      set.call(input, input.value + letter);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
    if (!input.value.endsWith('${TYPED}')) throw new Error('The typed text is missing: ' + input.value);
  })()`;
}
