import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { REQUIRED_MARK } from '#components/elements/control-class.ts';
import { copyText } from '#components/elements/copy-text.ts';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { MAIL_PLACEHOLDERS, MAIL_TEXTS, type MailTemplate, type Placeholder } from '#domain/settings/mail.ts';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { addToast } from '#stores/app/toasts.ts';
import { mailForm } from '#stores/settings/mail.ts';

/** How long the toast after copying stays, in ms. */
const COPIED_DURATION = 2000;

async function copy(name: string, button: HTMLElement) {
  if (await copyText(name, button)) addToast('info', MAIL_TEXTS.copied(name), { duration: COPIED_DURATION });
  else addToast('warning', MAIL_TEXTS.notCopied(name));
}

/** The placeholders that a part of a template may contain; a click copies one. */
function Placeholders({ placeholders }: { readonly placeholders: readonly Placeholder[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 pt-1 text-xs text-muted">
      Available placeholder parameters:
      {placeholders.map(({ name, isRequired }) => (
        <button
          key={name}
          type="button"
          title={isRequired ? 'Required parameter' : undefined}
          className={`inline-flex min-h-6 cursor-pointer items-center rounded-selector bg-tint px-1.5 font-mono text-base-content hover:bg-tint-strong max-sm:min-h-10 ${isRequired ? REQUIRED_MARK : ''}`}
          onClick={({ currentTarget }) => void copy(name, currentTarget)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

const BODY_ROWS = 14;

/** One email template; nothing while the backend hides it. */
export function TemplateSection({ template, group }: { template: MailTemplate; group: string }) {
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
