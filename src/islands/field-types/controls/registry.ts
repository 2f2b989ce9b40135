import type { ComponentType } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { fetchEditor } from '#components/rich-text/load-editor.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import { type FormField, formType } from '#domain/records/panel/fields.ts';
import { EditorField, fetchCodeEditor, JsonField } from './EditorField.tsx';
import { FileField } from './FileField.tsx';
import { RelationField } from './RelationField.tsx';
import {
  AwaitedField,
  BoolField,
  DateField,
  EmailField,
  type FieldProps,
  NumberField,
  SelectField,
  TextField,
  UrlField,
} from './simple-fields.tsx';

// Few collections have them, and those of 0.22 none.
const GeoPointField = lazyPart(() => import('./GeoPointField.tsx'));
const MarkdownField = lazyPart(() => import('./MarkdownField.tsx'));
const PasswordField = lazyPart(() => import('./PasswordField.tsx'));

const FIELDS: Readonly<Record<ShownType, ComponentType<FieldProps>>> = {
  text: TextField,
  number: NumberField,
  bool: BoolField,
  email: EmailField,
  url: UrlField,
  editor: EditorField,
  date: DateField,
  select: SelectField,
  json: JsonField,
  file: FileField,
  relation: RelationField,
  geoPoint: GeoPointField,
};

/** What stands in place of the controls while the value of a field is not completely known. */
const AWAITED: Readonly<Record<ShownType, ComponentType<FieldProps>>> = {
  ...FIELDS,
  text: AwaitedField,
  number: AwaitedField,
  url: AwaitedField,
  editor: AwaitedField,
  json: AwaitedField,
};

/** The control of a field of the schema, or what stands in its place while it is awaited. */
export function controlOf(
  field: FormField,
  { isAwaited = false, isMarkdown = false } = {},
): ComponentType<FieldProps> {
  if (field.kind === 'password') return PasswordField;
  if (isMarkdown && !isAwaited && field.kind === 'text') return MarkdownField;
  return (isAwaited ? AWAITED : FIELDS)[formType(field)];
}

/** Prefetches the large parts of the controls for these types, in parallel with the record. */
export function fetchControls(types: Iterable<ShownType>): void {
  for (const type of new Set(types)) {
    if (type === 'json') void fetchCodeEditor();
    if (type === 'editor') fetchEditor();
  }
}
