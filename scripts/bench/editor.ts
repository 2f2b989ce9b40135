import { takeTasks, WATCH_TASKS } from './long-tasks.ts';
import type { Measurement } from './scene.ts';
import { HUNDRED, recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

/** Typed after the name of a field in the middle, one letter at a time. */
const TYPED = 'abcdefghij';
/** Index of the field to move, before and after. */
const [FROM, TO] = [HUNDRED / 2, HUNDRED / 2 + 3];

/** Opens the editor of a collection with 100 fields, types into the name of one and moves one, at full speed. */
export const collectionEditor: Measurement = async ({ browser, dashboard, session }) => {
  const { editButton } = dashboard;
  // Newer backends have fields of their own beside these.
  const isOurs = `({ value }) => value.startsWith('column_')`;
  const fieldInputs = `(${dashboard.fieldInputs}).filter(${isOurs})`;
  const fieldHandles = `((inputs, handles) =>
    handles.slice(inputs.findIndex(${isOurs}) - (inputs.length - handles.length)))(
      ${dashboard.fieldInputs}, ${dashboard.fieldHandles})`;
  const visit = await Visit.start(browser, dashboard, session);
  await visit.addScript(WATCH_TASKS);
  await visit.open(recordsUrl(dashboard, 'hundred'), `(${editButton}) && document.title.includes('hundred')`);
  await visit.network.quiet();
  await takeTasks(visit);
  const opened = await visit.pressUntil(editButton, `(${fieldInputs}).length === ${HUNDRED}`);
  await visit.network.quiet();
  const opening = await takeTasks(visit);
  await visit.evaluate(typeInto(`(${fieldInputs})[${HUNDRED / 2}]`));
  const typing = await takeTasks(visit);
  const moved = String(await visit.evaluate(`(${fieldInputs})[${FROM}].value`));
  await visit.evaluate(`(${fieldHandles})[${FROM}].scrollIntoView({ block: 'center' })`);
  await visit.drag(fieldHandles, FROM, TO, `(${fieldInputs})[${TO}].value === ${JSON.stringify(moved)}`);
  const moving = await takeTasks(visit);
  await visit.end();
  return {
    'editor of 100 fields: time': opened,
    'editor of 100 fields: longest task': opening.longest,
    'editor of 100 fields: longest task typing': typing.longest,
    'editor of 100 fields: longest task moving': moving.longest,
  };
};

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
