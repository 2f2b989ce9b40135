import type { DocBuilder } from './doc.ts';
import type { DocTabId } from './tabs.ts';

/** One module per tab, so that a tab is not loaded before it is chosen. */
const MODULES: Readonly<Record<DocTabId, () => Promise<{ readonly build: DocBuilder }>>> = {
  list: () => import('./tabs/list.ts'),
  view: () => import('./tabs/view.ts'),
  create: () => import('./tabs/create.ts'),
  update: () => import('./tabs/update.ts'),
  delete: () => import('./tabs/delete.ts'),
  realtime: () => import('./tabs/realtime.ts'),
  'auth-with-password': () => import('./tabs/auth-with-password.ts'),
  'auth-with-oauth2': () => import('./tabs/auth-with-oauth2.ts'),
  'auth-refresh': () => import('./tabs/auth-refresh.ts'),
  'request-verification': () => import('./tabs/request-verification.ts'),
  'confirm-verification': () => import('./tabs/confirm-verification.ts'),
  'request-password-reset': () => import('./tabs/request-password-reset.ts'),
  'confirm-password-reset': () => import('./tabs/confirm-password-reset.ts'),
  'request-email-change': () => import('./tabs/request-email-change.ts'),
  'confirm-email-change': () => import('./tabs/confirm-email-change.ts'),
  'auth-methods': () => import('./tabs/auth-methods.ts'),
  'list-external-auths': () => import('./tabs/list-external-auths.ts'),
  'unlink-external-auth': () => import('./tabs/unlink-external-auth.ts'),
};

/** Loads the builder of a tab; rejects when its file can't be fetched. */
export async function loadTab(id: DocTabId): Promise<DocBuilder> {
  return (await MODULES[id]()).build;
}
