import type { ReadableAtom } from 'nanostores';
import type { ComponentProps, ReactNode } from 'react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { SecretInput, type SecretInputProps } from '#components/form/SecretInput.tsx';
import { TextInput, type TextInputProps } from '#components/form/TextInput.tsx';
import { S3_REQUIRED, S3_TEXTS, type S3Text } from '#domain/settings/s3.ts';
import { useSection } from '#islands/use-setting-fields.ts';

type Bound = 'label' | 'name' | 'error' | 'onChange';
type ToggleProps = Pick<ComponentProps<typeof Toggle>, Bound | 'checked'>;

/** Props of {@link S3Fields}: those of its inputs, as `useSettingFields` returns them. */
export interface S3FieldsProps {
  readonly $isDirty: ReadableAtom<boolean>;
  readonly enabled: ToggleProps;
  readonly field: (name: S3Text) => Pick<TextInputProps, Bound | 'value'>;
  readonly secret: Pick<SecretInputProps, Bound | 'value'>;
  readonly usesPaths: ToggleProps;
  readonly children?: ReactNode;
}

/** The toggle of an S3 storage and, while it is on, its fields. */
export function S3Fields({ $isDirty, enabled, field, secret, usesPaths, children }: S3FieldsProps) {
  // The backend also checks some of them while S3 is off.
  const hasMessage = S3_REQUIRED.some((name) => (name === 'secret' ? secret : field(name)).error);
  const isShown = useSection(enabled.checked, hasMessage, $isDirty);
  const text = (name: S3Text) =>
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
          <SecretInput
            {...secret}
            removal={S3_TEXTS.removal}
            required
            icon="icon-[ri--lock-line]"
            className="sm:col-span-2"
          />
          <Toggle {...usesPaths} info={S3_TEXTS.usesPaths} className="sm:col-span-4" />
        </div>
      )}
    </>
  );
}
