import { FIELD_ICONS } from '../../field-icons.ts';
import type { FieldProps } from './field-props.ts';
import { SourceField } from './SourceField.tsx';

/** Rich text, edited as HTML source. */
export function EditorField(props: FieldProps) {
  return <SourceField {...props} icon={FIELD_ICONS.editor} language="html" />;
}
