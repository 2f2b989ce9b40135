import { useEffect } from 'react';

/** Props of {@link AuthOutcome}. */
export interface AuthOutcomeProps {
  readonly title: string;
  readonly text: string;
}

/** Shows the result of an OAuth2 sign-in in the window that an app opened for it, and closes that window (PU-07). */
export function AuthOutcome({ title, text }: AuthOutcomeProps) {
  // Browsers allow this only in a window that a script opened.
  useEffect(() => window.close(), []);
  return (
    <div className="text-center text-balance">
      <h1 className="mb-1 text-lg font-semibold">{title}</h1>
      <p className="text-muted">{text}</p>
    </div>
  );
}
