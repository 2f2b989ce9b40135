import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { SecretInput } from '#components/form/SecretInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { S3_REQUIRED, S3_TEXTS, type S3Required } from '#domain/settings/s3.ts';
import { useSection } from '#islands/use-setting-fields.ts';

interface Props<Change> {
  readonly label: string;
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (value: Change) => void;
}
type TextProps = Props<string> & { readonly value: string };
type ToggleProps = Props<boolean> & { readonly checked: boolean };

/** Props of {@link S3Fields}: those of its inputs, as `useSettingFields` returns them. */
export interface S3FieldsProps {
  readonly $isDirty: ReadableAtom<boolean>;
  readonly enabled: ToggleProps;
  readonly field: (name: S3Required) => TextProps;
  readonly forcePathStyle: ToggleProps;
  readonly children?: ReactNode;
}

export function S3Fields({ $isDirty, enabled, field, forcePathStyle, children }: S3FieldsProps) {
  // The backend also checks some of them while S3 is off.
  const hasMessage = S3_REQUIRED.some((name) => field(name).error);
  const isShown = useSection(enabled.checked, hasMessage, $isDirty);
  const text = (name: S3Required) =>
    ({ ...field(name), required: true, mono: true, autoComplete: 'off', spellCheck: false }) as const;
  return (
    <>
      <Toggle {...enabled} />
      {children}
      {isShown && (
        <div className="col-span-full mt-2 grid gap-x-4 sm:grid-cols-4">
          <TextInput {...text('endpoint')} icon="icon-[ri--link]" className="sm:col-span-2" />
          <TextInput {...text('bucket')} icon="icon-[ri--archive-line]" />
          <TextInput {...text('region')} icon="icon-[ri--map-pin-line]" />
          <TextInput {...text('accessKey')} icon="icon-[ri--user-line]" className="sm:col-span-2" />
          <SecretInput {...field('secret')} required icon="icon-[ri--lock-line]" className="sm:col-span-2" />
          <Toggle {...forcePathStyle} info={S3_TEXTS.forcePathStyle} className="sm:col-span-4" />
        </div>
      )}
    </>
  );
}
