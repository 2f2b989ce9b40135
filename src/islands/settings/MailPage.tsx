import { useEffect, useId } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { MAIL_TEMPLATES, MAIL_TEXTS } from '#domain/settings/mail.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { $isTestEmailOpen, closeTestEmail, openTestEmail } from '#stores/app/popups.ts';
import { mailForm } from '#stores/settings/mail.ts';
import { TemplateSection } from './mail/TemplateSection.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const { frame, title } = routes.settingsMail;

const SmtpFields = lazyPart(() => import('./mail/SmtpFields.tsx'), { fallback: <div className="h-7" /> });
const TestEmailPopup = lazyPanel(() => import('./mail/TestEmailPopup.tsx'), closeTestEmail);

function LazyTestEmail() {
  return useInitial($isTestEmailOpen) && <TestEmailPopup />;
}

function Mail() {
  const field = useSettingFields(mailForm);
  const group = useId();
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
            <TextInput {...field('meta.senderName')} icon="icon-[ri--user-line]" required />
            <EmailInput {...field('meta.senderAddress')} icon="icon-[ri--mail-line]" required />
          </div>
          <div className="mb-4 flex flex-col gap-1.5 border-b border-base-300 pb-5">
            {MAIL_TEMPLATES.map((template) => (
              <TemplateSection key={template.key} template={template} group={group} />
            ))}
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
