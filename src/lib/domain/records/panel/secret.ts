import type { Collection } from '#domain/collections/collection.ts';
import { numberOption } from '#domain/field-types/field-type.ts';

const MIN_LENGTH = 15;

/** Length of a generated password for a record of this collection. */
export const secretLength = ({ options }: Collection): number =>
  Math.max(MIN_LENGTH, numberOption(options, 'minPasswordLength') ?? 0);
