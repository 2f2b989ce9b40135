import { formatStored } from '#domain/app/date.ts';
import type { FormKind, FormValues } from '#domain/field-types/form-value.ts';
import type { FormField } from '../panel/fields.ts';

/** Values in samples that only the reader knows, as the API docs show them; tests put real ones in their place. */
export const placeholders = ['now', 'today', 'admin'] as const;
export type Placeholder = (typeof placeholders)[number];

export interface PlaceholderValues {
  readonly now: Date;
  /** An email address. */
  readonly admin: string;
}

/** As it is typed: `{now}`. */
export const placeholderText = (name: Placeholder): string => `{${name}}`;

const IN_TEXT: readonly FormKind[] = ['text', 'editor', 'email', 'url'];

/** In a field of this kind; none for most kinds. */
export function placeholdersOf(kind: FormKind): readonly Placeholder[] {
  if (kind === 'date') return ['now', 'today'];
  return IN_TEXT.includes(kind) ? placeholders : [];
}

const SIGN = /\{(now|today|admin)\}/g;

/** In UTC, as everywhere. A date field holds a moment, and today begins at midnight. */
function textFor(name: string, kind: FormKind, { now, admin }: PlaceholderValues): string {
  const moment = formatStored(now);
  const day = moment.slice(0, 10);
  if (name === 'admin') return admin;
  if (name === 'now') return kind === 'date' ? moment : `${moment.slice(0, 19)}Z`;
  return kind === 'date' ? `${day} 00:00:00.000Z` : day;
}

/** Values with what their placeholders stand for. */
export function fillPlaceholders(
  fields: readonly FormField[],
  values: FormValues,
  known: PlaceholderValues,
): FormValues {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const kind = kinds.get(field) ?? 'json';
      const allowed = placeholdersOf(kind);
      if (typeof value !== 'string' || !allowed.length) return [field, value];
      const filled = value.replace(SIGN, (sign, name: Placeholder) =>
        allowed.includes(name) ? textFor(name, kind, known) : sign,
      );
      return [field, filled];
    }),
  );
}
