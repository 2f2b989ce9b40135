import { texts } from '#domain/app/lenient.ts';
import type { NumberLimits } from '#domain/app/typed-number.ts';
import type { FieldType } from '#domain/backend/field.ts';

/** What the inputs of a field's own members hold, by their names. */
export type FieldOptions = Readonly<Record<string, unknown>>;

export const listOption = (options: FieldOptions, name: string): string[] => texts(options[name]);

/** The value of an option that holds a number; undefined for any other value. */
export function numberOption(options: FieldOptions, name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}

/** Whether an option, whose value in a new field is `blank`, is a number or one of the words for no such number. */
export const isLimit = (blank: unknown): boolean =>
  blank === null || blank === undefined || blank === 'default' || typeof blank === 'number';

/** Whether an option, whose value in a new field is `blank`, can have this one; null is that of an emptied input. */
export function fits(value: unknown, blank: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(blank)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isLimit(blank) ? typeof value === 'number' || value === 'default' : typeof value === typeof blank;
}

/** In bytes, as the next one. */
const DEFAULT_FILE_SIZE = 5_242_880;
const DEFAULT_JSON_SIZE = 2_000_000;
/** After a field is switched to 'Multiple'. */
const DEFAULT_MULTIPLE_FILES = 99;
/** Of the maximum of a field with several values. */
const MIN_MULTIPLE = 2;

const DEFAULTS: Readonly<Record<FieldType, FieldOptions>> = {
  text: { min: null, max: null, pattern: '' },
  number: { min: null, max: null, isWhole: false },
  bool: {},
  email: { exceptDomains: [], onlyDomains: [] },
  url: { exceptDomains: [], onlyDomains: [] },
  editor: { stripsDomain: false },
  date: { min: '', max: '' },
  select: { max: 1, choices: [] },
  json: { maxSize: DEFAULT_JSON_SIZE },
  file: { mimeTypes: [], thumbs: [], max: 1, maxSize: DEFAULT_FILE_SIZE, isProtected: false },
  relation: { collectionId: '', cascades: false, min: null, max: 1 },
  autodate: { onCreate: true, onUpdate: false },
  password: { min: null, max: 'default', pattern: '', cost: 'default' },
  geoPoint: {},
  unknown: {},
};

/** The options that a new field of the type starts with. */
export const defaultOptions = (type: FieldType): FieldOptions => structuredClone(DEFAULTS[type]);

/** Switches a select, file or relation field to one value. */
export function toSingle(type: FieldType, options: FieldOptions): FieldOptions {
  return { ...options, max: 1, ...(type === 'relation' ? { min: null } : {}) };
}

/** Switches a select, file or relation field to a list of values. */
export function toMultiple(type: FieldType, options: FieldOptions): FieldOptions {
  if (type === 'relation') return { ...options, max: null };
  if (type === 'file') return { ...options, max: DEFAULT_MULTIPLE_FILES };
  const choices = listOption(options, 'choices').length;
  return { ...options, max: Math.max(MIN_MULTIPLE, choices) };
}

/** `step` 'any' allows decimals. */
export interface InputLimits extends NumberLimits {
  readonly required?: boolean;
  readonly placeholder?: string;
}

type Limits = Readonly<Record<string, InputLimits>>;

const SIZE: InputLimits = { min: 0, step: 1 };
/** Of the cost of bcrypt; more bytes of a password are not looked at. */
const COST: InputLimits = { min: 4, max: 31, step: 1 };
const MAX_PASSWORD = 71;

const LIMITS: Readonly<Partial<Record<FieldType, (options: FieldOptions) => Limits>>> = {
  text: (options) => ({ min: { min: 0, step: 1 }, max: { min: numberOption(options, 'min') ?? 0, step: 1 } }),
  number: (options) => ({ min: { step: 'any' }, max: { min: numberOption(options, 'min'), step: 'any' } }),
  select(options) {
    // The backend refuses a maximum above the number of choices.
    const max = Math.max(MIN_MULTIPLE, listOption(options, 'choices').length);
    return { max: { min: MIN_MULTIPLE, max, step: 1, required: true } };
  },
  json: () => ({ maxSize: SIZE }),
  editor: () => ({ maxSize: SIZE }),
  password: (options) => ({
    min: { min: 0, max: MAX_PASSWORD, step: 1 },
    max: { min: numberOption(options, 'min') ?? 0, max: MAX_PASSWORD, step: 1 },
    cost: COST,
  }),
  file: () => ({ maxSize: SIZE, max: { min: MIN_MULTIPLE, step: 1, required: true } }),
  relation: (options) => ({
    min: { min: 1, step: 1, placeholder: 'No min limit' },
    max: {
      min: numberOption(options, 'min') || MIN_MULTIPLE,
      step: 1,
      placeholder: 'No max limit',
    },
  }),
};

/** What the backend does where an option leaves the limit to it. */
const DEFAULT_TEXTS: Readonly<Record<string, string>> = {
  'text max': 'Default: 5,000',
  'password max': 'Default: 71',
  'password cost': 'Default: 10',
  'editor maxSize': 'Default: about 5 MB',
  'file maxSize': 'Default: about 5 MB',
};
export const defaultText = (type: FieldType, option: string): string =>
  DEFAULT_TEXTS[`${type} ${option}`] ?? 'Default of the backend';

/** By option name. They depend on the other options: a maximum can't be below its minimum. */
export const optionLimits = (type: FieldType, options: FieldOptions): Limits => LIMITS[type]?.(options) ?? {};

/** They hold a date as text. */
export const dateOptions = (type: FieldType): readonly string[] => (type === 'date' ? ['min', 'max'] : []);

/** 'Except domains' is disabled while 'Only domains' has entries, and vice versa. */
export const domainInputs = (options: FieldOptions) => ({
  exceptDisabled: listOption(options, 'onlyDomains').length > 0,
  onlyDisabled: listOption(options, 'exceptDomains').length > 0,
});

/** By option name, or by `type option` if the label depends on the type. */
const OPTION_LABELS = new Map([
  ['min', 'Min'],
  ['max', 'Max'],
  ['text min', 'Min length'],
  ['text max', 'Max length'],
  ['date min', 'Min date (UTC)'],
  ['date max', 'Max date (UTC)'],
  ['pattern', 'Regex pattern'],
  ['isWhole', 'No decimals'],
  ['stripsDomain', 'Strip urls domain'],
  ['exceptDomains', 'Except domains'],
  ['onlyDomains', 'Only domains'],
  ['choices', 'Choices'],
  ['relation min', 'Min select'],
  ['relation max', 'Max select'],
  ['select max', 'Max select'],
  ['file max', 'Max select'],
  ['maxSize', 'Max size (bytes)'],
  ['mimeTypes', 'Allowed mime types'],
  ['thumbs', 'Thumb sizes'],
  ['isProtected', 'Protected'],
  ['collectionId', 'Related collection'],
  ['cascades', 'Cascade delete'],
  ['autogenerate', 'Autogenerate pattern'],
  ['onCreate', 'Set on create'],
  ['onUpdate', 'Set on update'],
  ['cost', 'Bcrypt cost'],
  ['password min', 'Min length'],
  ['password max', 'Max length'],
]);

/** The label of an option's input; for an unknown option its name. */
export const optionLabel = (type: FieldType, option: string): string =>
  OPTION_LABELS.get(`${type} ${option}`) ?? OPTION_LABELS.get(option) ?? option;
