import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import { $fileToken } from '#stores/app/file-token.ts';

/** URLs are copied, logged and shared, so a file that needs no token gets none. */
const $noToken = atom('');

/** The latest token for the URL of a file: '' if it needs none or there is none, undefined until that is known. */
export function useFileToken(isProtected: boolean): string | undefined {
  return useStore(isProtected ? $fileToken : $noToken);
}

/** Like {@link useFileToken}, but keeps the first token: a loaded image needs no newer one. */
export function useFirstFileToken(isProtected: boolean): string | undefined {
  const latest = useFileToken(isProtected);
  const [first, setFirst] = useState(latest);
  // Undefined again means that the session has ended, which invalidates the token.
  const token = isProtected && latest !== undefined ? first || latest : latest;
  if (token !== first) setFirst(token);
  return token;
}
