import type { FieldProblem } from '#domain/field-types/form-value.ts';
import type { CellPlace } from '#domain/records/cells/range.ts';
import type { FieldProblems } from '#domain/records/panel/check.ts';
import { type CheckedInput, inputProblem } from '#domain/records/panel/input-problem.ts';
import { changedFields } from '#domain/records/panel/values.ts';
import type { Cells } from '#stores/records/cells/cells.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** The browser's problems in the inputs of a panel, by field name. Unchanged inputs are ignored: they are stored. */
export function inputProblems(
  panel: Pick<RecordPanel, '$fields' | '$recordId' | '$base' | '$values'>,
  form: HTMLElement,
): FieldProblems {
  const fields = panel.$fields.get();
  const isNew = panel.$recordId.get() === undefined;
  const changed = isNew ? fields : changedFields(fields, panel.$base.get(), panel.$values.get());
  const isChecked = new Set(changed.map(({ name }) => name));
  const found = new Map<string, FieldProblem>();
  for (const input of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    const name = input.closest<HTMLElement>('[data-field]')?.dataset['field'];
    // Password inputs are shown on request.
    const isInUse = input.type === 'password' || isChecked.has(name ?? '');
    if (name === undefined || !input.willValidate || !isInUse) continue;
    const problem = inputProblem(input);
    if (problem && !found.has(name)) found.set(name, problem);
  }
  return Object.fromEntries(found);
}

/** Why the text in a cell's editor can't be its value; a stored one is no problem, even if limits were set since. */
export const cellProblem = (cells: Pick<Cells, 'waitingValue'>, place: CellPlace, input: CheckedInput) =>
  cells.waitingValue(place) === undefined ? undefined : inputProblem(input)?.message;
