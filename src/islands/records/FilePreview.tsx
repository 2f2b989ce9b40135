import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useState } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { type FileKind, fileKind } from '#domain/field-types/file-type.ts';
import { useFileToken, useFirstFileToken } from '#islands/field-types/files/use-file-token.ts';
import { useLoadedFile } from '#islands/field-types/files/use-loaded-file.ts';
import { closeFilePreview, fileUrl, type PreviewedFile } from '#stores/records/files.ts';
import { createPlayback } from '#stores/records/playback.ts';

interface PlayerProps {
  readonly as: 'audio' | 'video';
  readonly className: string;
  readonly title: string;
  readonly url: string;
  /** The address with the latest token. */
  readonly latest: string | undefined;
  readonly onError: () => void;
}

/** Plays a file, also for longer than its token lives. */
function Player({ as: Tag, url, latest, onError, ...rest }: PlayerProps) {
  const [playback] = useState(() => createPlayback(url));
  const src = useStore(playback.$url);
  return (
    <Tag
      {...rest}
      src={src}
      controls
      onLoadedMetadata={({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
        playback.showLoaded(currentTarget)
      }
      onError={({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
        if (!playback.resume(currentTarget, latest)) onError();
      }}
    />
  );
}

interface ContentProps {
  readonly url: string | undefined;
  readonly latest: string | undefined;
  /** The address of the loaded PDF; '' if that failed. */
  readonly pdf: string | undefined;
  readonly name: string;
  readonly kind: FileKind;
}

function Content({ url, latest, pdf, name, kind }: ContentProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (!url || kind === 'other' || isBroken || pdf === '')
    return <p className="p-6">Cannot preview the file.</p>;
  const fit = 'max-h-[70vh] max-w-full object-contain';
  const onError = () => setIsBroken(true);
  switch (kind) {
    case 'image':
      return <img className={fit} src={url} alt={`Preview of ${name}`} onError={onError} />;
    case 'video':
    case 'audio':
      return (
        <Player
          as={kind}
          className={kind === 'video' ? fit : 'w-full'}
          title={name}
          url={url}
          latest={latest}
          onError={onError}
        />
      );
    case 'pdf':
      return pdf ? (
        <iframe className="h-[70vh] w-full" src={pdf} title={`Preview of ${name}`} />
      ) : (
        <Spinner label="Loading file..." />
      );
  }
}

export default function FilePreview({ file }: { file: PreviewedFile }) {
  const { record, name, isProtected } = file;
  const latest = fileUrl(record, name, { token: useFileToken(isProtected) });
  const token = useFirstFileToken(isProtected);
  const url = token === undefined ? undefined : fileUrl(record, name, { token });
  const kind = fileKind(name);
  // As it is sent, in a sandbox, a PDF is not shown. With the type set here, it can't be taken for a page.
  const isWanted = kind === 'pdf' && token !== undefined;
  const pdf = useLoadedFile(record, name, { isWanted, token, type: 'application/pdf' });

  return (
    <OverlayPanel
      variant="centered"
      size={kind === 'pdf' ? 'xl' : 'lg'}
      title={name}
      onRequestClose={closeFilePreview}
      footerAside={
        url && (
          <a
            className="link inline-flex min-h-6 min-w-0 items-center gap-1 link-hover max-sm:min-h-10"
            // The link may be opened later, so it needs the latest token; the preview keeps its first one while it can.
            href={latest}
            target="_blank"
            rel="noopener noreferrer"
            title={name}
          >
            <span className="truncate">{name}</span>
            <span className="icon-[ri--external-link-line] shrink-0" aria-hidden="true" />
          </a>
        )
      }
      cancel="Close"
    >
      <div className="grid min-h-40 place-items-center">
        {token === undefined ? (
          <Spinner label="Loading file..." />
        ) : (
          <Content key={url} url={url} latest={latest} pdf={pdf} name={name} kind={kind} />
        )}
      </div>
    </OverlayPanel>
  );
}
