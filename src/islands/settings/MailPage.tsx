// chunks: other settings
import { useEffect, useId, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { MAIL_PLACEHOLDERS, MAIL_TEMPLATES, MAIL_TEXTS, type MailTemplate } from '#domain/settings/mail.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { MailPlaceholders } from '#islands/MailPlaceholders.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { $isTestEmailOpen, closeTestEmail, openTestEmail } from '#stores/app/popups.ts';
import { mailForm } from '#stores/settings/mail.ts';
import { AuthCollections, useIsMoved } from './moved.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const { frame, title } = routes.settingsMail;

const LINES = ['subject', 'actionUrl'] as const;

/** One email template; nothing while the backend hides it. */
function TemplateSection({ template, group }: { template: MailTemplate; group: string }) {
  const { name, title } = template;
  const field = useSettingFields(mailForm);
  // The editor's code is fetched when it is first visible.
  const [wasOpened, setWasOpened] = useState(false);
  if (field.values[`templates.${name}.isHidden`]) return null;
  const hasErrors = ([...LINES, 'body'] as const).some(
    (part) => field.errors[`templates.${name}.${part}`] !== undefined,
  );
  return (
    <Accordion
      title={title}
      icon="icon-[ri--draft-line]"
      name={group}
      aside={hasErrors && <ErrorIndicator />}
      onToggle={(isOpen) => isOpen && setWasOpened(true)}
    >
      {LINES.map((part) => (
        <TextInput
          key={part}
          {...field(`templates.${name}.${part}`)}
          required
          below={<MailPlaceholders placeholders={MAIL_PLACEHOLDERS[part]} />}
        />
      ))}
      {wasOpened && (
        <CodeField
          {...field(`templates.${name}.body`)}
          language="html"
          required
          minLines={14}
          below={<MailPlaceholders placeholders={MAIL_PLACEHOLDERS.body} />}
        />
      )}
    </Accordion>
  );
}

const SmtpFields = lazyPart(() => import('./mail/SmtpFields.tsx'), { fallback: <div className="h-7" /> });
const TestEmailPopup = lazyPanel(() => import('#islands/TestEmailPopup.tsx'), closeTestEmail);

function LazyTestEmail() {
  return useInitial($isTestEmailOpen) && <TestEmailPopup />;
}

function Mail() {
  const field = useSettingFields(mailForm);
  const group = useId();
  const isMoved = useIsMoved();
  // In parallel with the settings.
  useEffect(() => void SmtpFields.preload(), []);
  return (
    <>
      <SettingsPage
        form={mailForm}
        title={title}
        intro={MAIL_TEXTS.intro}
        skeletonFields={5}
        idleAction={
          <Button
            variant="outline"
            icon="icon-[ri--mail-check-line]"
            onPointerEnter={TestEmailPopup.preload}
            onFocus={TestEmailPopup.preload}
            onClick={openTestEmail}
          >
            Send test email
          </Button>
        }
      >
        <div>
          <div className="grid gap-x-3 sm:grid-cols-2">
            <TextInput {...field('mail.sender.name')} icon="icon-[ri--user-line]" required />
            <EmailInput {...field('mail.sender.address')} icon="icon-[ri--mail-line]" required />
          </div>
          <div className="mb-4 flex flex-col gap-1.5 border-b border-base-300 pb-5">
            {isMoved ? (
              <>
                <p className="text-muted">{MAIL_TEXTS.templatesMoved}</p>
                <AuthCollections />
              </>
            ) : (
              MAIL_TEMPLATES.map((template) => (
                <TemplateSection key={template.name} template={template} group={group} />
              ))
            )}
          </div>
        </div>
        <div>
          <SmtpFields />
        </div>
      </SettingsPage>
      <LazyTestEmail />
    </>
  );
}

export default island(inFrame(frame), Mail);
