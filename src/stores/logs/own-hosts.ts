import { backendUrl } from '#browser/backends.ts';

let hosts: readonly string[] | undefined;

/** Hosts of this page and of the backend: a referer with one of them is not external. */
export function ownHosts(): readonly string[] {
  hosts ??= [location.host, new URL(backendUrl()).host];
  return hosts;
}
