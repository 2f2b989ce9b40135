import { useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import FilePickerDialog from '#islands/field-types/file-picker/FilePickerDialog.tsx';

const LoadedPart = ({ name }: { readonly name: string }) => <p data-part={name}>{name} is here</p>;

const Ahead = lazyPart(async () => ({ default: LoadedPart }));

let attempts = 0;
const Flaky = lazyPart(
  async () => {
    attempts += 1;
    if (attempts <= 2) throw new Error('The connection broke.');
    return { default: LoadedPart };
  },
  { fallback: <p>Flaky is coming</p> },
);

/** Shows the content of the page right after the render that first requested the part. */
function FirstRender() {
  const container = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState('');
  useLayoutEffect(() => setFirst(container.current?.textContent ?? ''), []);
  return (
    <>
      <div ref={container}>
        <Ahead name="Ahead" />
      </div>
      <output data-first-render="">{first}</output>
    </>
  );
}

/** Parts that are fetched when they are first shown, and the file picker with its default title. */
export function Parts() {
  const [shown, setShown] = useState<'ahead' | 'flaky' | 'files'>();
  const [fetched, setFetched] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <button type="button" onClick={() => void Ahead.preload().then(() => setFetched(true))}>
        Fetch ahead
      </button>
      {fetched && <p>Fetched</p>}
      <button type="button" onClick={() => setShown('ahead')}>
        Show ahead
      </button>
      <button type="button" onClick={() => setShown('flaky')}>
        Show flaky
      </button>
      <button type="button" onClick={() => setShown('files')}>
        Pick a file
      </button>
      {shown === 'ahead' && <FirstRender />}
      {shown === 'flaky' && (
        <form className="w-96">
          <input type="file" aria-label="File" />
          <Flaky name="Flaky" />
        </form>
      )}
      {shown === 'files' && <FilePickerDialog onPick={() => {}} onClose={() => setShown(undefined)} />}
    </div>
  );
}
