/** A setting in the page's head, such as `backend` for `<meta name="atoll-backend">`; '' when it is empty or absent. */
export const pageSetting = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="atoll-${name}"]`)?.content.trim() ?? '';

/** The local storage key of the session; operators may rename it in the page's head. */
export const sessionKey = (): string => pageSetting('storage-key') || 'pocketbase_auth';

/**
 * What requests of this page to the backend have as their referer: the page's folder, and of another origin only the
 * origin (`Referrer-Policy` in `src/server/security-headers.ts`, and the default of browsers).
 */
export const ownReferer = (): string =>
  new URL(backendUrl()).origin === location.origin ? new URL('.', location.href).href : `${location.origin}/`;

/** The name of the app on the pages for its users: as the operator has set it, else the backend's host. */
export const appName = (): string => pageSetting('app-name') || new URL(backendUrl()).hostname;

/** The backend's address with a trailing slash: the setting in the page's head, else this origin. Throws when it is none. */
export function backendUrl(): string {
  const url = new URL(pageSetting('backend') || '/', document.baseURI);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}
