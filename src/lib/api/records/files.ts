import { backendUrl, type CallOptions, call } from '#api/client.ts';

/** A token for protected files, valid for a few minutes (AU-12). */
export async function requestFileToken(options: CallOptions = {}): Promise<string> {
  return call((client, signal) => client.files.getToken({ signal }), options);
}

/** Address of a record's file (API-07). */
export function fileUrl(
  record: { readonly id: string; readonly collectionId: string },
  filename: string,
  query: Readonly<{ thumb?: string | undefined; token?: string | undefined }> = {},
): string {
  const parts = [record.collectionId, record.id, filename].map(encodeURIComponent).join('/');
  const url = new URL(`${backendUrl()}api/files/${parts}`);
  if (query.thumb) url.searchParams.set('thumb', query.thumb);
  if (query.token) url.searchParams.set('token', query.token);
  return url.href;
}

/** The origins that addresses of the backend may start with: its own, and the page's when it stands before it. */
export function backendOrigins(): readonly string[] {
  return [...new Set([new URL(backendUrl()).origin, location.origin])];
}
