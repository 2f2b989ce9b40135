import type { NumberLimits } from '#domain/app/typed-number.ts';
import { type FieldType, listOption, numberOption } from './field-type.ts';

export type FieldOptions = Readonly<Record<string, unknown>>;

/** In bytes, as the next one. */
const DEFAULT_FILE_SIZE = 5_242_880;
const DEFAULT_JSON_SIZE = 2_000_000;
/** After a field is switched to 'Multiple'. */
const DEFAULT_MULTIPLE_FILES = 99;
/** Of the maximum of a field with several values. */
const MIN_MULTIPLE = 2;

const DEFAULTS: Readonly<Record<FieldType, FieldOptions>> = {
  text: { min: null, max: null, pattern: '' },
  number: { min: null, max: null, noDecimal: false },
  bool: {},
  email: { exceptDomains: [], onlyDomains: [] },
  url: { exceptDomains: [], onlyDomains: [] },
  editor: { convertUrls: false },
  date: { min: '', max: '' },
  select: { maxSelect: 1, values: [] },
  json: { maxSize: DEFAULT_JSON_SIZE },
  file: { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: DEFAULT_FILE_SIZE, protected: false },
  relation: { collectionId: '', cascadeDelete: false, minSelect: null, maxSelect: 1 },
};

/** The options that a new field of the type starts with. */
export const defaultOptions = (type: FieldType): FieldOptions => structuredClone(DEFAULTS[type]);

/** Switches a select, file or relation field to one value. */
export function toSingle(type: FieldType, options: FieldOptions): FieldOptions {
  return { ...options, maxSelect: 1, ...(type === 'relation' ? { minSelect: null } : {}) };
}

/** Switches a select, file or relation field to a list of values. */
export function toMultiple(type: FieldType, options: FieldOptions): FieldOptions {
  if (type === 'relation') return { ...options, maxSelect: null };
  if (type === 'file') return { ...options, maxSelect: DEFAULT_MULTIPLE_FILES };
  const choices = listOption(options, 'values').length;
  return { ...options, maxSelect: Math.max(MIN_MULTIPLE, choices) };
}

/** `step` 'any' allows decimals. */
export interface InputLimits extends NumberLimits {
  readonly required?: boolean;
  readonly placeholder?: string;
}

type Limits = Readonly<Record<string, InputLimits>>;

const LIMITS: Readonly<Partial<Record<FieldType, (options: FieldOptions) => Limits>>> = {
  text: (options) => ({ min: { min: 0, step: 1 }, max: { min: numberOption(options, 'min') ?? 0, step: 1 } }),
  number: (options) => ({ min: { step: 'any' }, max: { min: numberOption(options, 'min'), step: 'any' } }),
  select(options) {
    // The backend refuses a maximum above the number of choices.
    const max = Math.max(MIN_MULTIPLE, listOption(options, 'values').length);
    return { maxSelect: { min: MIN_MULTIPLE, max, step: 1, required: true } };
  },
  json: () => ({ maxSize: { min: 0, step: 1 } }),
  file: () => ({ maxSize: { min: 0, step: 1 }, maxSelect: { min: MIN_MULTIPLE, step: 1, required: true } }),
  relation: (options) => ({
    minSelect: { min: 1, step: 1, placeholder: 'No min limit' },
    maxSelect: {
      min: numberOption(options, 'minSelect') || MIN_MULTIPLE,
      step: 1,
      placeholder: 'No max limit',
    },
  }),
};

/** By option name. They depend on the other options: a maximum can't be below its minimum. */
export const optionLimits = (type: FieldType, options: FieldOptions): Limits => LIMITS[type]?.(options) ?? {};

/** They hold a date as text. */
export const dateOptions = (type: FieldType): readonly string[] => (type === 'date' ? ['min', 'max'] : []);

/** 'Except domains' is disabled while 'Only domains' has entries, and vice versa. */
export function domainInputs(
  options: FieldOptions,
  names: readonly [except: string, only: string] = ['exceptDomains', 'onlyDomains'],
): { readonly exceptDisabled: boolean; readonly onlyDisabled: boolean } {
  return {
    exceptDisabled: listOption(options, names[1]).length > 0,
    onlyDisabled: listOption(options, names[0]).length > 0,
  };
}

/** By option name, or by `type option` if the label depends on the type. */
const OPTION_LABELS = new Map([
  ['min', 'Min'],
  ['max', 'Max'],
  ['text min', 'Min length'],
  ['text max', 'Max length'],
  ['date min', 'Min date (UTC)'],
  ['date max', 'Max date (UTC)'],
  ['pattern', 'Regex pattern'],
  ['noDecimal', 'No decimals'],
  ['convertUrls', 'Strip urls domain'],
  ['exceptDomains', 'Except domains'],
  ['onlyDomains', 'Only domains'],
  ['values', 'Choices'],
  ['minSelect', 'Min select'],
  ['maxSelect', 'Max select'],
  ['maxSize', 'Max size (bytes)'],
  ['mimeTypes', 'Allowed mime types'],
  ['thumbs', 'Thumb sizes'],
  ['protected', 'Protected'],
  ['collectionId', 'Related collection'],
  ['cascadeDelete', 'Cascade delete'],
]);

/** The label of an option's input; for an unknown option its name. */
export const optionLabel = (type: FieldType, option: string): string =>
  OPTION_LABELS.get(`${type} ${option}`) ?? OPTION_LABELS.get(option) ?? option;
