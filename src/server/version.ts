import { readVersion, type ScriptVersion } from '#wire/dashboard.ts';

export interface BackendResponse {
  status: number;
  location: string | undefined;
  text: string;
}

/** Requests a path of the backend without following redirects. Rejects when there is no response. */
export type RequestBackend = (path: string) => Promise<BackendResponse>;

/** Finds the version of a backend by its own dashboard, which no log has; remembers it for the same files. */
export function createVersionCheck(request: RequestBackend) {
  let known: ScriptVersion | undefined;
  /** @param page the dashboard's; undefined without one, or for a dashboard of somebody else */
  const find = async (page: string): Promise<string | undefined> => {
    const found = await readVersion(page, async (script) => (await request(script)).text, known);
    known = found ?? known;
    return found?.version;
  };
  /** What was found last. */
  const lastFound = (): string | undefined => known?.version;
  return { find, lastFound };
}
