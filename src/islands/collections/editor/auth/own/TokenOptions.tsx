import { tokenSecret } from '#domain/app/random-secret.ts';
import { isKept } from '#domain/backend/settings.ts';
import { ownTitle } from '#domain/collections/editor/own-auth.ts';
import { TOKEN_TEXTS } from '#domain/settings/tokens.ts';
import { InvalidateTokens } from '#islands/InvalidateTokens.tsx';
import { isForAdministrators } from '#stores/collections/editor/sign-in.ts';
import { OwnNumber } from './OwnNumber.tsx';
import type { OwnProps } from './own-options.ts';

const KEPT = { kept: 'unknown' } as const;
const TOKENS = ['auth', 'verification', 'passwordReset', 'emailChange', 'file'] as const;
/** Superusers change their email directly, and are all verified. */
const OF_ADMINISTRATORS: readonly string[] = ['auth', 'passwordReset', 'file'];

/** How long tokens of each kind are valid, and a way to end all that were issued. */
export function TokenOptions(own: OwnProps) {
  const isForAll = isForAdministrators(own.editor);
  const shown = TOKENS.filter((name) => !isForAll || OF_ADMINISTRATORS.includes(name));
  return (
    <section aria-label="Tokens">
      <h2 className="mb-1 font-medium">Tokens</h2>
      {shown.map((name) => {
        const label = ownTitle(`tokens.${name}.duration`) ?? '';
        const secret = `tokens.${name}.secret`;
        const isOn = !isKept(own.options[secret]);
        return (
          <div key={name} className="mb-3">
            <OwnNumber {...own} name={`tokens.${name}.duration`} label={label} isDuration />
            <InvalidateTokens
              label="Invalidate all previously issued tokens"
              of={label}
              isOn={isOn}
              onChange={(on) => own.set(secret, on ? tokenSecret() : KEPT)}
            />
            {isOn && (
              <p role="status" className="text-xs text-warning">
                {isForAll && name === 'auth'
                  ? TOKEN_TEXTS.invalidatesOwn
                  : 'All tokens of this kind end as soon as you save.'}
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}
