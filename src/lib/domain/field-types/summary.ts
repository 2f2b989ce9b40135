import { sizeText } from '#domain/app/size-text.ts';
import type { Field, FieldOf, FieldType, Limit } from '#domain/backend/field.ts';
import { mostOf } from './field-type.ts';

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
  if (min !== undefined && min === max) return [`exactly ${counted(min)}`];
  if (min !== undefined && max !== undefined) return [`${min} to ${counted(max)}`];
  if (min !== undefined) return [`at least ${counted(min)}`];
  return max === undefined ? [] : [`at most ${counted(max)}`];
}

/** Without a time of midnight; undefined for an empty option. */
const dateOf = (option: string): string | undefined =>
  option.replace(/[ T]00:00:00(?:\.0+)?Z?$/, '') || undefined;

/** 0 means no limit. */
const limitOf = (limit: Limit | undefined): number | undefined =>
  typeof limit === 'number' && limit ? limit : undefined;

function sizeWords({ maxSize }: { readonly maxSize?: Limit }): string[] {
  const size = limitOf(maxSize);
  return size === undefined ? [] : [`max ${sizeText(size)}`];
}

const domainWords = ({ onlyDomains, exceptDomains }: FieldOf<'email' | 'url'>): string[] => [
  ...listWords(onlyDomains, 'only '),
  ...listWords(exceptDomains, 'not '),
];

/** `images`, if all types are of that kind; else the types without their kinds: `pdf, zip +1`. */
function mimeWords(types: readonly string[]): string[] {
  const kinds = new Set(types.map((type) => type.split('/')[0]));
  const [kind = ''] = kinds;
  if (kinds.size === 1 && ['image', 'video'].includes(kind)) return [`${kind}s`];
  return listWords(types.map((type) => type.split('/').at(-1) ?? type));
}

/** `single`, `up to 5`, `multiple`. */
function countWords(field: FieldOf<'select' | 'file' | 'relation'>): string {
  const most = mostOf(field);
  return most === 1 ? 'single' : Number.isFinite(most) ? `up to ${most}` : 'multiple';
}

function wordsOf(field: Field, nameOf: CollectionName): readonly string[] {
  switch (field.type) {
    case 'text':
      return [
        ...rangeWords(limitOf(field.min), limitOf(field.max), 'character'),
        ...(field.pattern ? ['pattern'] : []),
        ...(field.autogenerate ? ['generated'] : []),
      ];
    case 'password':
      return [
        ...rangeWords(limitOf(field.min), limitOf(field.max), 'character'),
        ...(field.pattern ? ['pattern'] : []),
      ];
    case 'autodate':
      return [...(field.onCreate ? ['on create'] : []), ...(field.onUpdate ? ['on update'] : [])];
    case 'unknown':
      return [field.typeName];
    case 'editor':
      return [...(field.stripsDomain ? ['strips domains'] : []), ...sizeWords(field)];
    case 'number':
      return [
        ...rangeWords(field.min ?? undefined, field.max ?? undefined),
        ...(field.isWhole ? ['no decimals'] : []),
      ];
    case 'email':
    case 'url':
      return domainWords(field);
    case 'date': {
      const [min, max] = [dateOf(field.min), dateOf(field.max)];
      if (min && max) return [`${min} to ${max}`];
      return min ? [`from ${min}`] : max ? [`until ${max}`] : [];
    }
    case 'select':
      return field.choices.length ? [...listWords(field.choices), countWords(field)] : ['no choices'];
    case 'json':
      return sizeWords(field);
    case 'file':
      return [
        ...sizeWords(field),
        ...mimeWords(field.mimeTypes),
        countWords(field),
        ...(field.isProtected ? ['protected'] : []),
      ];
    case 'relation': {
      const id = field.collectionId;
      return [
        id ? `→ ${nameOf(id) ?? id}` : 'no collection',
        countWords(field),
        ...(field.cascades ? ['cascade'] : []),
      ];
    }
    default:
      return [];
  }
}

/** What matters of the options: `→ categories · single · cascade`; empty if nothing does. */
export const fieldSummary = (field: Field, nameOf: CollectionName): string =>
  wordsOf(field, nameOf).join(' · ');

/** Choices, or a collection, before a new field can be saved. */
export const needsOption = (type: FieldType): boolean => type === 'select' || type === 'relation';
