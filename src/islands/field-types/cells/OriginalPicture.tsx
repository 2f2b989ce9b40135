import { type ReactNode, useRef, useState } from 'react';
import { useIsNear } from '#components/hooks/use-is-near.ts';
import type { RecordData } from '#domain/records/record.ts';
import { useLoadedFile } from '../files/use-loaded-file.ts';

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
export default function OriginalPicture({ record, name, token, className, children }: OriginalPictureProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isWanted = useIsNear(place, MARGIN);
  const src = useLoadedFile(record, name, { isWanted, token, max: MAX_SIZE });
  const [broken, setBroken] = useState<string>();
  return src && src !== broken ? (
    <img src={src} alt="" decoding="async" className={className} onError={() => setBroken(src)} />
  ) : (
    <span ref={place} className="grid min-w-0 place-items-center">
      {children}
    </span>
  );
}
