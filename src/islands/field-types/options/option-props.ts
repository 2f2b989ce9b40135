import type { OneFieldErrors } from '#domain/collections/editor/errors.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import type { FieldOptions } from '#domain/field-types/options.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

/** Props of the options of every field type. */
export interface OptionProps {
  readonly editor: CollectionEditor;
  readonly fieldKey: string;
  /** Whether the field exists in the backend. */
  readonly isSaved: boolean;
  readonly type: FieldType;
  readonly options: FieldOptions;
  /** Messages by path, such as `options.max`. */
  readonly errors: OneFieldErrors;
  readonly set: (name: string, value: unknown) => void;
}
