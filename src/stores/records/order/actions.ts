import { createPart } from '#stores/base/create-part.ts';

const part = createPart(() => import('./order.ts'));

/** Orders the active collection by the number field with this id, or no longer. */
export const toggleOrder = (fieldId: string): Promise<void> =>
  part.run((order) => order.toggleOrder(fieldId));

/** Moves a row of the list by some places, negative ones up; says why if that is not possible. */
export const moveRow = (id: string, by: number): Promise<void> =>
  part.run((order) => void order.moveRowTo(id, (index) => index + by));
