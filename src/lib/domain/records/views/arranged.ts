import type { ChosenWidths } from '../column-width.ts';

export interface ArrangedColumns {
  readonly hidden: readonly string[];
  /** In px. */
  readonly widths: ChosenWidths;
  /** Empty for the order of the schema. */
  readonly order: readonly string[];
}
