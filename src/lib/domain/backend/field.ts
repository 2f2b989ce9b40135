/*
 * The fields of a collection, in Atoll's words. Every column is a field, also what a backend makes by itself (`id`,
 * dates, what accounts have): a wire invents those that its backend does not list.
 */

declare const opaque: unique symbol;
/** Something as its backend has it: only the wire reads it, and sends back what nobody has changed of it. */
export interface Raw {
  readonly [opaque]: true;
}

/** null: without limit; `'default'`: the one that the backend has for such fields. */
export type Limit = number | null | 'default';

/** What a field means to the backend. Those of two backends are matched by it, whatever their names. */
export const fieldRoles = [
  ...(['id', 'created', 'updated'] as const),
  ...(['username', 'email', 'emailVisibility', 'verified', 'password', 'tokenKey'] as const),
] as const;
export type FieldRole = (typeof fieldRoles)[number];

export interface FieldBase {
  /** Empty until the backend has given one; `@created` and the like of an invented one. */
  readonly id: string;
  readonly name: string;
  readonly role: FieldRole | undefined;
  /** The column is there whatever people do: `id`, what accounts have. Without `raw` the wire invents it. */
  readonly isBuiltIn: boolean;
  /** It can be neither renamed nor removed. */
  readonly isSystem: boolean;
  /** Only administrators may read it and filter by it. */
  readonly isHidden: boolean;
  readonly isPresentable: boolean;
  readonly isRequired: boolean;
  /** For those who fill it in. */
  readonly help: string;
  /** Undefined for a field that was never stored. */
  readonly raw: Raw | undefined;
}

interface Lengths {
  readonly min: Limit;
  readonly max: Limit;
  readonly pattern: string;
}

interface Domains {
  readonly exceptDomains: readonly string[];
  readonly onlyDomains: readonly string[];
}

/** The members that a field of each type has beside those of all; optional ones where a backend knows them. */
export interface FieldMembers {
  text: Lengths & { readonly autogenerate?: string };
  editor: { readonly stripsDomain: boolean; readonly maxSize?: Limit };
  number: { readonly min: number | null; readonly max: number | null; readonly isWhole: boolean };
  bool: object;
  email: Domains;
  url: Domains;
  /** As the backend formats dates; empty without a limit. */
  date: { readonly min: string; readonly max: string };
  autodate: { readonly onCreate: boolean; readonly onUpdate: boolean };
  /** `max`: 1 for a single value; else the most entries of a list. */
  select: { readonly max: Limit; readonly choices: readonly string[] };
  /** Sizes in bytes. */
  file: {
    readonly mimeTypes: readonly string[];
    readonly thumbs: readonly string[];
    readonly max: Limit;
    readonly maxSize: Limit;
    readonly isProtected: boolean;
  };
  relation: {
    readonly collectionId: string;
    readonly cascades: boolean;
    readonly min: Limit;
    readonly max: Limit;
  };
  json: { readonly maxSize: Limit };
  password: Lengths & { readonly cost: Limit };
  geoPoint: object;
  /** Of a type that Atoll does not know: shown, never edited, sent back as it came. */
  unknown: { readonly typeName: string };
}

export const fieldTypes = [
  ...(['text', 'editor', 'number', 'bool', 'email', 'url', 'date', 'select', 'file', 'relation'] as const),
  ...(['json', 'autodate', 'password', 'geoPoint', 'unknown'] as const),
] as const satisfies readonly (keyof FieldMembers)[];
export type FieldType = keyof FieldMembers;
export type FieldOf<Type extends FieldType> = FieldBase & FieldMembers[Type] & { readonly type: Type };
export type Field = { [Type in FieldType]: FieldOf<Type> }[FieldType];

/** What a field of its type has beside the members of all: `choices`, `max`, … */
export function ownMembers(field: Field): Readonly<Record<string, unknown>> {
  const { id, name, role, isBuiltIn, isSystem, isHidden, isPresentable, isRequired, ...more } = field;
  const { help, raw, type, ...own } = more;
  return own;
}
