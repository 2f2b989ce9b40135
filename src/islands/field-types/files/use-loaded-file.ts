import { useEffect, useState } from 'react';
import type { RecordData } from '#domain/records/record.ts';
import { loadFile } from '#stores/records/load-file.ts';

export interface LoadedFileOptions {
  readonly isWanted: boolean;
  readonly token: string | undefined;
  /** In bytes. */
  readonly max?: number;
  /** Type of the content; by default the one that the backend sends. */
  readonly type?: string;
}

/** An object URL of a stored file: undefined until it is loaded, '' if that failed or it has more than `max` bytes. */
export function useLoadedFile(
  { id, collectionId }: Pick<RecordData, 'id' | 'collectionId'>,
  name: string,
  { isWanted, token, max = Number.POSITIVE_INFINITY, type }: LoadedFileOptions,
): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    let created = '';
    const load = async () => {
      const file = await loadFile({ id, collectionId }, name, { token, max, signal: stop.signal });
      if (stop.signal.aborted) return;
      if (file) created = URL.createObjectURL(file.slice(0, file.size, type ?? file.type));
      setUrl(created);
    };
    load().catch(() => !stop.signal.aborted && setUrl(''));
    return () => {
      stop.abort();
      setUrl(undefined);
      if (created) URL.revokeObjectURL(created);
    };
  }, [isWanted, id, collectionId, name, token, max, type]);
  return url;
}
