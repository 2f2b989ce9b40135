import { REQUIRED_MARK } from '#components/elements/control-class.ts';
import { copyText } from '#components/elements/copy-text.ts';
import { MAIL_TEXTS, type Placeholder } from '#domain/settings/mail.ts';
import { addToast } from '#stores/app/toasts.ts';

async function copy(name: string, button: HTMLElement) {
  if (await copyText(name, button)) addToast('info', MAIL_TEXTS.copied(name), { duration: 2000 });
  else addToast('warning', MAIL_TEXTS.notCopied(name));
}

/** What a template can have, to copy. */
export function MailPlaceholders({ placeholders }: { readonly placeholders: readonly Placeholder[] }) {
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
