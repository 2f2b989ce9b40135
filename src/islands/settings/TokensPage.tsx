// chunks: other settings
import { NumberInput } from '#components/form/NumberInput.tsx';
import { tokenSecret } from '#domain/app/random-secret.ts';
import { isKept, type TokenName } from '#domain/backend/settings.ts';
import { describeDuration, TOKEN_FIELDS, TOKEN_GROUPS, TOKEN_TEXTS } from '#domain/settings/tokens.ts';
import { InvalidateTokens } from '#islands/InvalidateTokens.tsx';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { expireSession, forgetFileToken } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { MovedPage, useIsMoved } from './moved.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const MOVED =
  'In this backend each auth collection has its own tokens, in the “Options” of its editor, and so have the superusers:';

const { frame, title } = routes.settingsTokens;

const form = createSettingsForm({
  draft: 'tokens',
  fields: TOKEN_FIELDS,
  saved: TOKEN_TEXTS.saved,
  onSaved: (sent) => {
    if (!isKept(sent['tokens.adminFile.secret'])) forgetFileToken();
    if (isKept(sent['tokens.adminAuth.secret'])) return;
    // The own token is no longer valid: without this, the next request would fail.
    expireSession();
    addToast('info', TOKEN_TEXTS.signInAgain);
  },
});

function TokenOptions({ token }: { readonly token: TokenName }) {
  const field = useSettingFields(form);
  const stored = useInitial(form.$base)[`tokens.${token}.secret`];
  const { label, value, onChange } = field(`tokens.${token}.secret`);
  const duration = field(`tokens.${token}.duration`);
  const isInvalidated = !isKept(value);
  return (
    <div className="mb-3">
      <NumberInput {...duration} inputMode="numeric" required help={describeDuration(duration.value)} />
      <InvalidateTokens
        label={label}
        of={duration.label}
        isOn={isInvalidated}
        onChange={(isOn) => onChange(isOn ? tokenSecret() : stored)}
      />
      {isInvalidated && token === 'adminAuth' && (
        <p role="status" className="text-xs text-warning">
          {TOKEN_TEXTS.invalidatesOwn}
        </p>
      )}
    </div>
  );
}

function Tokens() {
  return (
    <SettingsPage form={form} title={title} intro={TOKEN_TEXTS.intro} skeletonFields={8}>
      {TOKEN_GROUPS.map(({ heading, tokens }) => (
        <section key={heading} aria-label={heading}>
          <h2 className="mb-1 font-semibold">{heading}</h2>
          {tokens.map((token) => (
            <TokenOptions key={token} token={token} />
          ))}
        </section>
      ))}
    </SettingsPage>
  );
}

function TokensOrPlace() {
  return useIsMoved() ? <MovedPage title={title} text={MOVED} /> : <Tokens />;
}

export default island(inFrame(frame), TokensOrPlace);
