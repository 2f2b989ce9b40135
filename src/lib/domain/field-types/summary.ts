import { sizeText } from '#domain/app/size-text.ts';
import { type FieldType, isMultiple, listOption, numberOption, type TypedField } from './field-type.ts';

type Options = TypedField['options'];

export type CollectionName = (id: string) => string | undefined;

/** Entries of a list. */
const NAMED = 2;

/** `draft, published +3`; none for an empty list. */
function listWords(list: readonly string[], before = ''): string[] {
  if (list.length === 0) return [];
  const more = list.length - NAMED;
  return [`${before}${list.slice(0, NAMED).join(', ')}${more > 0 ? ` +${more}` : ''}`];
}

/** `3 to 80`, `at least 3` or `at most 80`, with a unit in the singular. */
function rangeWords(min: number | undefined, max: number | undefined, unit = ''): string[] {
  const counted = (count: number) => `${count}${unit && ` ${unit}${count === 1 ? '' : 's'}`}`;
  if (min !== undefined && max !== undefined) return [`${min} to ${counted(max)}`];
  if (min !== undefined) return [`at least ${counted(min)}`];
  return max === undefined ? [] : [`at most ${counted(max)}`];
}

/** Without a time of midnight; undefined for an empty option. */
const dateOf = (options: Options, name: string): string | undefined =>
  String(options[name] ?? '').replace(/[ T]00:00:00(?:\.0+)?Z?$/, '') || undefined;

/** 0 means no limit. */
const limitOf = (options: Options, name: string): number | undefined =>
  numberOption(options, name) || undefined;

const sizeWords = (options: Options): string[] => {
  const size = limitOf(options, 'maxSize');
  return size === undefined ? [] : [`max ${sizeText(size)}`];
};

const domainWords = (options: Options): string[] => [
  ...listWords(listOption(options, 'onlyDomains'), 'only '),
  ...listWords(listOption(options, 'exceptDomains'), 'not '),
];

/** `images`, if all types are of that kind; else the types without their kinds: `pdf, zip +1`. */
function mimeWords(types: readonly string[]): string[] {
  const kinds = new Set(types.map((type) => type.split('/')[0]));
  const [kind = ''] = kinds;
  if (kinds.size === 1 && ['image', 'video'].includes(kind)) return [`${kind}s`];
  return listWords(types.map((type) => type.split('/').at(-1) ?? type));
}

/** `single`, `up to 5`, `multiple`. */
function countWords({ type, options }: TypedField): string {
  if (!isMultiple({ type, options })) return 'single';
  const max = limitOf(options, 'maxSelect');
  return max === undefined ? 'multiple' : `up to ${max}`;
}

const SUMMARIES: Readonly<
  Record<FieldType, (options: Options, nameOf: CollectionName) => readonly string[]>
> = {
  text: (options) => [
    ...rangeWords(limitOf(options, 'min'), limitOf(options, 'max'), 'character'),
    ...(options['pattern'] ? ['pattern'] : []),
  ],
  editor: (options) => (options['convertUrls'] ? ['strips domains'] : []),
  number: (options) => [
    ...rangeWords(numberOption(options, 'min'), numberOption(options, 'max')),
    ...(options['noDecimal'] ? ['no decimals'] : []),
  ],
  bool: () => [],
  email: domainWords,
  url: domainWords,
  date: (options) => {
    const [min, max] = [dateOf(options, 'min'), dateOf(options, 'max')];
    if (min && max) return [`${min} to ${max}`];
    return min ? [`from ${min}`] : max ? [`until ${max}`] : [];
  },
  select: (options) => {
    const values = listOption(options, 'values');
    return values.length ? [...listWords(values), countWords({ type: 'select', options })] : ['no choices'];
  },
  json: sizeWords,
  file: (options) => [
    ...sizeWords(options),
    ...mimeWords(listOption(options, 'mimeTypes')),
    countWords({ type: 'file', options }),
    ...(options['protected'] ? ['protected'] : []),
  ],
  relation: (options, nameOf) => {
    const id = String(options['collectionId'] ?? '');
    return [
      id ? `→ ${nameOf(id) ?? id}` : 'no collection',
      countWords({ type: 'relation', options }),
      ...(options['cascadeDelete'] ? ['cascade'] : []),
    ];
  },
};

/** What matters of the options: `→ categories · single · cascade`; empty if nothing does. */
export const fieldSummary = ({ type, options }: TypedField, nameOf: CollectionName): string =>
  SUMMARIES[type](options, nameOf).join(' · ');

/** Choices, or a collection, before a new field can be saved. */
export const needsOption = (type: FieldType): boolean => type === 'select' || type === 'relation';
