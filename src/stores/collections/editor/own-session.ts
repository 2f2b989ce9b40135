import { isKept } from '#domain/backend/settings.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { TOKEN_TEXTS } from '#domain/settings/tokens.ts';
import { can } from '#stores/app/capabilities.ts';
import { expireSession, forgetFileToken } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';

/** After a save that has ended tokens of administrators: without this, the next request would fail. */
export function endOwnTokens({ name, options }: CollectionValues): void {
  const hasEnded = (token: string) => {
    const secret = options[`tokens.${token}.secret`];
    return secret !== undefined && !isKept(secret);
  };
  if (name !== can().administrators) return;
  if (hasEnded('file')) forgetFileToken();
  if (!hasEnded('auth')) return;
  expireSession();
  addToast('info', TOKEN_TEXTS.signInAgain);
}
