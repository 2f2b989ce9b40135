import { formatStored, parseDate } from '#domain/app/date.ts';
import { text } from '#domain/app/lenient.ts';
import { type FieldType, listOption } from '#domain/field-types/field-type.ts';

/** Values that an option no longer allows. */
export interface Misfit {
  /** The filter that finds their records; undefined if no filter can. */
  readonly filter: string | undefined;
}

type Options = Readonly<Record<string, unknown>>;
type Narrower = (from: Options, to: Options, option: string, field: string) => Misfit | undefined;
type Read = (value: unknown) => number | undefined;
type FilterOf = (field: string, limit: number) => string | undefined;

/** Longest text whose length is compared: the filter has a character for each of the text. */
const LONGEST = 1000;

const anyNumber: Read = (value) => (typeof value === 'number' ? value : undefined);
/** In most options, 0 means no limit. */
const positive: Read = (value) => (typeof value === 'number' && value > 0 ? value : undefined);
/** The backend also reads dates with an offset, such as `+02:00`. */
const OFFSET = /^\d{4}-\d\d-\d\d[ T].*[+-]\d\d:?\d\d$/;
const moment: Read = (value) => {
  const written = text(value);
  const time = OFFSET.test(written) ? Date.parse(written) : parseDate(written)?.getTime();
  return Number.isFinite(time) ? time : undefined;
};
const none: FilterOf = () => undefined;

const limit =
  (isStricter: (now: number, old: number) => boolean) =>
  (read: Read, filterOf: FilterOf): Narrower =>
  (from, to, option, field) => {
    const [old, now] = [read(from[option]), read(to[option])];
    const isNarrower = now !== undefined && (old === undefined || isStricter(now, old));
    return isNarrower ? { filter: filterOf(field, now) } : undefined;
  };
const maximum = limit((max, old) => max < old);
const minimum = limit((min, old) => min > old);

/** A LIKE pattern that only texts with at least this many characters match. */
const longText = (length: number): string => `"${'_'.repeat(length)}%"`;

const stored = (time: number): string => `"${formatStored(new Date(time))}"`;

const fewer = maximum(positive, (field, max) => `${field}:length > ${max}`);
const newRule: Narrower = (_from, to, option) =>
  to[option] === true || text(to[option]) !== '' ? { filter: undefined } : undefined;
const fewerDomains: Narrower = (from, to, option) => {
  const [old, now] = [listOption(from, option), listOption(to, option)];
  const isNarrower = now.length > 0 && (old.length === 0 || old.some((domain) => !now.includes(domain)));
  return isNarrower ? { filter: undefined } : undefined;
};
const moreDomains: Narrower = (from, to, option) => {
  const old = listOption(from, option);
  return listOption(to, option).every((domain) => old.includes(domain)) ? undefined : { filter: undefined };
};

/**
 * The options that the backend checks again at each save, also of values that the save does not change. It skips them
 * for values that are empty or 0. It checks sizes and types of files only when they are uploaded.
 */
const NARROWERS: ReadonlyMap<string, Narrower> = new Map([
  [
    'text max',
    // Unlike in other options, 0 is a limit, and so is less: it allows no text.
    maximum(anyNumber, (field, max) =>
      max < LONGEST ? `${field} ~ ${longText(Math.max(max, 0) + 1)}` : undefined,
    ),
  ],
  [
    'text min',
    minimum(positive, (field, min) =>
      min <= LONGEST ? `${field} != "" && ${field} !~ ${longText(min)}` : undefined,
    ),
  ],
  ['text pattern', newRule],
  ['number max', maximum(anyNumber, (field, max) => `${field} > ${max} && ${field} != 0`)],
  ['number min', minimum(anyNumber, (field, min) => `${field} < ${min} && ${field} != 0`)],
  ['number noDecimal', newRule],
  ['date max', maximum(moment, (field, max) => `${field} > ${stored(max)}`)],
  ['date min', minimum(moment, (field, min) => `${field} != "" && ${field} < ${stored(min)}`)],
  ['select maxSelect', fewer],
  ['file maxSelect', fewer],
  ['relation maxSelect', fewer],
  [
    'relation minSelect',
    minimum(positive, (field, min) => `${field}:length > 0 && ${field}:length < ${min}`),
  ],
  ['json maxSize', maximum(positive, none)],
  ['email onlyDomains', fewerDomains],
  ['email exceptDomains', moreDomains],
  ['url onlyDomains', fewerDomains],
  ['url exceptDomains', moreDomains],
  ['auth onlyEmailDomains', fewerDomains],
  ['auth exceptEmailDomains', moreDomains],
]);

/**
 * The values that an option allows before and no longer after a change; undefined if it allows all of them. `field` is
 * the name that filters use.
 */
export function narrowed(
  type: FieldType | 'auth',
  option: string,
  [from, to]: readonly [Options, Options],
  field: string,
): Misfit | undefined {
  return NARROWERS.get(`${type} ${option}`)?.(from, to, option, field);
}
