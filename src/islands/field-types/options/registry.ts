import type { ComponentType } from 'react';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { DomainOptions } from './DomainOptions.tsx';
import { FileOptions } from './FileOptions.tsx';
import type { OptionProps } from './option-props.ts';
import { RelationOptions } from './RelationOptions.tsx';
import {
  DateOptions,
  EditorOptions,
  JsonOptions,
  NumberOptions,
  SelectOptions,
  TextOptions,
} from './simple-options.tsx';

/** The options of every field type; a bool has none (FO). */
export const FIELD_OPTIONS: Readonly<Record<FieldType, ComponentType<OptionProps> | undefined>> = {
  text: TextOptions,
  number: NumberOptions,
  bool: undefined,
  email: DomainOptions,
  url: DomainOptions,
  editor: EditorOptions,
  date: DateOptions,
  select: SelectOptions,
  json: JsonOptions,
  file: FileOptions,
  relation: RelationOptions,
};
