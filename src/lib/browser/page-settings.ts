/** A setting in the page's head, such as `backend` for `<meta name="atoll-backend">`; '' when it is empty or absent. */
export const pageSetting = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="atoll-${name}"]`)?.content.trim() ?? '';

/** The local storage key of the session; operators may rename it in the page's head. */
export const sessionKey = (): string => pageSetting('storage-key') || 'pocketbase_auth';
