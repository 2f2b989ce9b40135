import type { CellPlace } from '#domain/records/cells/range.ts';
import { type InputLimits, type InputState, inputProblem } from '#domain/records/panel/input-problem.ts';
import type { Cells } from '#stores/records/cells/cells.ts';

/**
 * Why the text in the editor of a cell can't be its value. A stored value is no problem, even if limits were set since:
 * nothing is sent.
 */
export function cellProblem(
  cells: Pick<Cells, 'waitingValue'>,
  place: CellPlace,
  input: InputLimits & { readonly validity: InputState },
): string | undefined {
  return cells.waitingValue(place) === undefined ? undefined : inputProblem(input.validity, input)?.message;
}
