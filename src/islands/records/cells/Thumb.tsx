import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { fileKind, hasThumb } from '../../../lib/domain/file-type.ts';
import type { RecordData } from '../../../lib/domain/record.ts';
import { $fileToken } from '../../../stores/file-token.ts';
import { fileUrl, openFilePreview } from '../../../stores/files.ts';

const THUMB = '100x100';

/** The first file token that is known. Later ones only matter to pictures that are not loaded yet. */
function useFirstToken(): string | undefined {
  const latest = useStore($fileToken);
  const [first, setFirst] = useState(latest);
  useEffect(() => {
    if (first === undefined && latest !== undefined) setFirst(latest);
  }, [first, latest]);
  return first;
}

const ICONS = {
  image: 'icon-[ri--image-line]',
  video: 'icon-[ri--video-line]',
  audio: 'icon-[ri--music-2-line]',
  pdf: 'icon-[ri--file-pdf-2-line]',
  other: 'icon-[ri--file-3-line]',
} as const;

/** A file in a list: what can be shown opens in the preview popup, the rest is a download (RL-20). */
export function Thumb({ record, name }: { record: RecordData; name: string }) {
  const token = useFirstToken();
  const [isBroken, setIsBroken] = useState(false);
  const kind = fileKind(name);
  const open = (event: MouseEvent) => {
    event.stopPropagation();
    openFilePreview(record, name);
  };

  if (kind === 'other') {
    return (
      <a
        className="thumb"
        href={fileUrl(record, name, { token })}
        target="_blank"
        rel="noopener noreferrer"
        title={`Download ${name}`}
        aria-label={`Download ${name}`}
        onClick={(event) => event.stopPropagation()}
      >
        <span className={ICONS.other} aria-hidden="true" />
      </a>
    );
  }
  return (
    <button
      type="button"
      className="thumb"
      title={`Preview ${name}`}
      aria-label={`Preview ${name}`}
      onClick={open}
    >
      {hasThumb(name) && token !== undefined && !isBroken ? (
        <img
          src={fileUrl(record, name, { thumb: THUMB, token })}
          alt=""
          width={28}
          height={28}
          decoding="async"
          onError={() => setIsBroken(true)}
        />
      ) : (
        <span className={ICONS[kind]} aria-hidden="true" />
      )}
    </button>
  );
}
