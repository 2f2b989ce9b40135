import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import { $fileToken } from '#stores/app/file-token.ts';

/** Addresses are copied, logged and shared: what needs no token shows none. */
const $noToken = atom('');

/**
 * The token for the address of a file, as fresh as can be: '' for one that is not protected or while none can be
 * had, undefined until it is known (AU-12).
 */
export function useFileToken(isProtected: boolean): string | undefined {
  return useStore(isProtected ? $fileToken : $noToken);
}

/** As {@link useFileToken}, but the first that could be had: a picture that is loaded needs no other. */
export function useFirstFileToken(isProtected: boolean): string | undefined {
  const latest = useFileToken(isProtected);
  const [first, setFirst] = useState(latest);
  // Undefined again means that the session has ended, and the token with it.
  const token = isProtected && latest !== undefined ? first || latest : latest;
  if (token !== first) setFirst(token);
  return token;
}
