import type { CellPlace } from '#domain/records/cells/range.ts';
import { type InputLimits, type InputState, inputProblem } from '#domain/records/panel/input-problem.ts';
import type { Cells } from '#stores/records/cells/cells.ts';

/**
 * Why the text in the editor of a cell can't be its value. A stored value is no problem, even if limits were set since:
 * nothing is sent. Letters in a number input are always one, as they change only the screen.
 */
export function cellProblem(
  cells: Pick<Cells, 'waitingValue'>,
  place: CellPlace,
  input: InputLimits & { readonly validity: InputState },
): string | undefined {
  const isStored = cells.waitingValue(place) === undefined && !input.validity.badInput;
  return isStored ? undefined : inputProblem(input.validity, input)?.message;
}
