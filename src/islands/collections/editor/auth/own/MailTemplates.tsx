import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { text } from '#domain/app/lenient.ts';
import type { OwnTemplate } from '#domain/backend/collection.ts';
import { mailTitle } from '#domain/collections/editor/own-auth.ts';
import { filledMail, mailPlaceholders, OWN_TEMPLATES } from '#domain/collections/editor/own-mails.ts';
import { optionInputs } from '#islands/field-types/options/option-parts.tsx';
import { MailPlaceholders } from '#islands/MailPlaceholders.tsx';
import { can } from '#stores/app/capabilities.ts';
import { $isTestEmailOpen, closeTestEmail, openTestEmail } from '#stores/app/popups.ts';
import { $settings } from '#stores/app/settings.ts';
import { isForAdministrators } from '#stores/collections/editor/sign-in.ts';
import type { OwnProps } from './own-options.ts';

interface TemplateProps extends OwnProps {
  readonly template: OwnTemplate;
  readonly group: string;
}

/** The mail as people get it, in a frame in which nothing of it can run or load. */
function Preview({ subject, body }: { readonly subject: string; readonly body: string }) {
  return (
    <section aria-label="Preview" className="rounded-box border border-base-300 bg-base-200 p-2">
      <p className="mb-1 text-sm wrap-anywhere">
        <span className="text-muted">Subject: </span>
        {subject}
      </p>
      <iframe
        title="Preview of the email"
        sandbox=""
        className="h-64 w-full rounded-field border border-base-300 bg-white"
        srcDoc={body}
      />
    </section>
  );
}

function Template({ template, group, ...own }: TemplateProps) {
  const { options, errors, editor } = own;
  const { fields } = useStore(editor.$values);
  const app = useStore($settings)?.name ?? '';
  // The editor's code is fetched when it is first visible.
  const [wasOpened, setWasOpened] = useState(false);
  const [hasPreview, setHasPreview] = useState(false);
  const [subject, body] = [`templates.${template}.subject`, `templates.${template}.body`] as const;
  const examples = mailPlaceholders(template, fields, { name: app, ...can() });
  const placeholders = [...examples.keys()].map((name) => ({ name }));
  const filled = (name: string) => filledMail(text(options[name]), examples);
  return (
    <Accordion
      title={`"${mailTitle(template)}" email template`}
      icon="icon-[ri--draft-line]"
      name={group}
      aside={[subject, body].some((name) => errors[name] !== undefined) && <ErrorIndicator />}
      onToggle={(isOpen) => isOpen && setWasOpened(true)}
    >
      <TextInput label="Subject" required {...optionInputs(own).text(subject)} />
      {wasOpened && (
        <CodeField
          label="Body (HTML)"
          required
          language="html"
          minLines={12}
          error={errors[body]}
          value={text(options[body])}
          onChange={(value) => own.set(body, value)}
          below={<MailPlaceholders placeholders={placeholders} />}
        />
      )}
      <Button
        icon="icon-[ri--eye-line]"
        aria-expanded={hasPreview}
        className="mb-2"
        onClick={() => setHasPreview(!hasPreview)}
      >
        {hasPreview ? 'Hide preview' : 'Preview'}
      </Button>
      {hasPreview && <Preview subject={filled(subject)} body={filled(body)} />}
    </Accordion>
  );
}

const TestEmailPopup = lazyPanel(() => import('#islands/TestEmailPopup.tsx'), closeTestEmail);

/** Sends what is stored. */
function TestEmail({ editor }: Pick<OwnProps, 'editor'>) {
  const id = useStore(editor.$saved)?.id;
  const isDirty = useStore(editor.$isDirty);
  const isOpen = useStore($isTestEmailOpen);
  if (id === undefined) return null;
  return (
    <>
      <Button
        icon="icon-[ri--mail-check-line]"
        className="self-start"
        disabled={isDirty}
        data-tooltip={isDirty ? 'Save first: the stored templates are sent.' : undefined}
        onClick={openTestEmail}
      >
        Send test email
      </Button>
      {isOpen && <TestEmailPopup collection={id} />}
    </>
  );
}

/** Superusers change their email directly, and are all verified. */
const OF_ADMINISTRATORS: readonly OwnTemplate[] = ['passwordReset', 'oneTimePassword', 'alert'];

/** The mails that this collection sends. */
export function MailTemplates({ group, ...own }: OwnProps & { readonly group: string }) {
  const shown = isForAdministrators(own.editor) ? OF_ADMINISTRATORS : OWN_TEMPLATES;
  return (
    <div className="flex flex-col gap-1.5">
      {shown.map((template) => (
        <Template key={template} {...own} template={template} group={group} />
      ))}
      <TestEmail editor={own.editor} />
    </div>
  );
}
