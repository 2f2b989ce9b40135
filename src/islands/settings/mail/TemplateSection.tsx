import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { MAIL_PLACEHOLDERS, type MailTemplate } from '#domain/settings/mail.ts';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { mailForm } from '#stores/settings/mail.ts';
import { Placeholders } from './Placeholders.tsx';

/** Rows of the body. */
const BODY_ROWS = 14;

export interface TemplateSectionProps {
  readonly template: MailTemplate;
  /** Of the sections with the same group only one is open. */
  readonly group: string;
}

/** One email template; nothing while the backend hides it. */
export function TemplateSection({ template, group }: TemplateSectionProps) {
  const { key, title } = template;
  const field = useSettingFields(mailForm);
  // The editor's code is fetched when it is first visible.
  const [wasOpened, setWasOpened] = useState(false);
  const subject = `meta.${key}.subject` as const;
  const actionUrl = `meta.${key}.actionUrl` as const;
  const body = `meta.${key}.body` as const;
  if (field.values[`meta.${key}.hidden`]) return null;
  const hasErrors = [subject, actionUrl, body].some((path) => field.errors[path] !== undefined);
  return (
    <Accordion
      title={title}
      icon="icon-[ri--draft-line]"
      name={group}
      aside={hasErrors && <ErrorIndicator />}
      onToggle={(isOpen) => isOpen && setWasOpened(true)}
    >
      <TextInput
        {...field(subject)}
        required
        below={<Placeholders placeholders={MAIL_PLACEHOLDERS.subject} />}
      />
      <TextInput
        {...field(actionUrl)}
        required
        below={<Placeholders placeholders={MAIL_PLACEHOLDERS.actionUrl} />}
      />
      {wasOpened && (
        <CodeField
          {...field(body)}
          language="html"
          required
          minLines={BODY_ROWS}
          below={<Placeholders placeholders={MAIL_PLACEHOLDERS.body} />}
        />
      )}
    </Accordion>
  );
}
