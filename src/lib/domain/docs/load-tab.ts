import type { DocBuilder } from './doc.ts';
import type { DocTabId } from './tabs.ts';

// Tabs of one kind share a module, which is not loaded before one of them is chosen.
const write = () => import('./tabs/write.ts');
const signIn = () => import('./tabs/sign-in.ts');
const mails = () => import('./tabs/mails.ts');
const linkedAccounts = () => import('./tabs/linked-accounts.ts');

const BUILDERS: Readonly<Record<DocTabId, () => Promise<DocBuilder>>> = {
  list: async () => (await import('./tabs/list.ts')).build,
  view: async () => (await import('./tabs/view.ts')).build,
  create: async () => (await write()).create,
  update: async () => (await write()).update,
  delete: async () => (await write()).deleteRecord,
  realtime: async () => (await import('./tabs/realtime.ts')).build,
  'auth-with-password': async () => (await signIn()).authWithPassword,
  'auth-with-oauth2': async () => (await signIn()).authWithOAuth2,
  'auth-refresh': async () => (await signIn()).authRefresh,
  'request-verification': async () => (await mails()).requestVerification,
  'confirm-verification': async () => (await mails()).confirmVerification,
  'request-password-reset': async () => (await mails()).requestPasswordReset,
  'confirm-password-reset': async () => (await mails()).confirmPasswordReset,
  'request-email-change': async () => (await mails()).requestEmailChange,
  'confirm-email-change': async () => (await mails()).confirmEmailChange,
  'auth-methods': async () => (await signIn()).authMethods,
  'list-external-auths': async () => (await linkedAccounts()).listExternalAuths,
  'unlink-external-auth': async () => (await linkedAccounts()).unlinkExternalAuth,
};

/** Loads the builder of a tab; rejects when its file can't be fetched. */
export const loadTab = (id: DocTabId): Promise<DocBuilder> => BUILDERS[id]();
