import { useEffect } from 'react';
import { Outcome } from './Outcome.tsx';

/** Shows the result of an OAuth2 sign-in in the window that an app opened for it, and closes that window. */
export function AuthOutcome({ title, text }: { readonly title: string; readonly text: string }) {
  // Browsers allow this only in a window that a script opened.
  useEffect(() => window.close(), []);
  return <Outcome title={title} text={text} />;
}
