/* What is left of the sign-ins of an account, and what ends its sessions. */
import { countText } from '#domain/app/count-text.ts';

/** Where somebody has signed in; a one-time password, or a sign-in, that waits for what follows. */
export type TraceKind = 'place' | 'code' | 'factor';
export const TRACE_KINDS = ['place', 'code', 'factor'] as const satisfies readonly TraceKind[];

export interface SignInTrace {
  readonly id: string;
  /** As the backend stores dates. Of a place the first sign-in. */
  readonly created: string;
  /** Of a place the latest sign-in. */
  readonly updated: string;
  /** Where a code was sent to, or the first factor; '' if it is not known. */
  readonly about: string;
}

export type SignInTraces = Readonly<Record<TraceKind, readonly SignInTrace[]>>;

interface TraceTexts {
  readonly title: string;
  readonly empty: string;
  /** How a question names one. */
  readonly one: string;
  /** What its removal does. */
  readonly loss: string;
}

export const TRACE_TEXTS: Readonly<Record<TraceKind, TraceTexts>> = {
  place: {
    title: 'Places of sign-in',
    empty: 'None is known.',
    one: 'this place of sign-in',
    loss: 'No session ends. The next sign-in from there counts as one at a new place, about which a mail is sent if another place is known.',
  },
  code: {
    title: 'Pending one-time passwords',
    empty: 'None is pending.',
    one: 'this one-time password',
    loss: 'The code in the mail can’t be used any more.',
  },
  factor: {
    title: 'Pending second factors',
    empty: 'None is pending.',
    one: 'this sign-in that waits for its second factor',
    loss: 'It has to begin again.',
  },
};

export const SIGN_IN_TEXTS = {
  intro:
    'A place is a browser at an address: the backend keeps a mark of it that can’t be read back, and the latest five.',
  alertOff: 'Places are only noted while “Send an email alert for new logins” is on in the collection.',
  end: 'End all sessions',
  ended: (name: string) => `All sessions of ${name} have ended.`,
  question: (name: string) => `Do you really want to end all sessions of ${name}?`,
  /** @param issued how many tokens of the account were issued on this device and are valid */
  loss: (issued: number, isOwn: boolean) =>
    [
      'Everybody who is signed in with this account has to sign in again.',
      `With their tokens end those that were issued by “Impersonate”${issued ? `, ${countText(issued, 'one', 'ones')} of this device among them` : ''}, those for protected files, and links in mails that were not used yet.`,
      ...(isOwn ? ['It is your own account: you have to sign in again, too.'] : []),
    ].join(' '),
} as const;
