import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsNear } from '#components/hooks/use-is-near.ts';
import type { RecordData } from '#domain/records/record.ts';
import { loadFile } from '#stores/records/files.ts';

/** Larger pictures are not loaded for a list, in bytes. */
const MAX_SIZE = 1_000_000;
/** How close to the visible part of its list a picture is loaded, in px. */
const MARGIN = 200;

export interface OriginalPictureProps {
  readonly record: Pick<RecordData, 'id' | 'collectionId'>;
  readonly name: string;
  readonly token?: string | undefined;
  readonly className?: string;
  /** In place of the picture while it is not loaded, if it is too large or can't be shown. */
  readonly children: ReactNode;
}

/** A small picture of which the backend makes no thumb, such as webp, svg and avif, as it is. */
export default function OriginalPicture(props: OriginalPictureProps) {
  const { record, name, token, className, children } = props;
  const { id, collectionId } = record;
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(place, MARGIN);
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (!isNear) return;
    const stop = new AbortController();
    let url: string | undefined;
    const load = async () => {
      const file = await loadFile({ id, collectionId }, name, {
        token,
        max: MAX_SIZE,
        signal: stop.signal,
      });
      if (!file || stop.signal.aborted) return;
      url = URL.createObjectURL(file);
      setSrc(url);
    };
    // What can't be loaded keeps its icon; opening it says why.
    load().catch(() => {});
    return () => {
      stop.abort();
      setSrc(undefined);
      if (url) URL.revokeObjectURL(url);
    };
  }, [isNear, id, collectionId, name, token]);
  if (src)
    return (
      <img
        src={src}
        alt=""
        width={28}
        height={28}
        decoding="async"
        className={className}
        onError={() => setSrc(undefined)}
      />
    );
  return (
    <span ref={place} className="grid min-w-0 place-items-center">
      {children}
    </span>
  );
}
