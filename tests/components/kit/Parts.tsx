import { useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import FilePickerDialog from '#islands/field-types/file-picker/FilePickerDialog.tsx';

const Arrived = ({ name }: { readonly name: string }) => <p data-part={name}>{name} is here</p>;

const Ahead = lazyPart(async () => ({ default: Arrived }));

let tries = 0;
const Flaky = lazyPart(
  async () => {
    tries += 1;
    if (tries <= 2) throw new Error('The connection broke.');
    return { default: Arrived };
  },
  { meanwhile: <p>Flaky is coming</p> },
);

/** Shows what the page held at the end of the very render in which the part was first asked for. */
function FirstRender() {
  const place = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState('');
  useLayoutEffect(() => setFirst(place.current?.textContent ?? ''), []);
  return (
    <>
      <div ref={place}>
        <Ahead name="Ahead" />
      </div>
      <output data-first-render="">{first}</output>
    </>
  );
}

/** What is fetched when it is first shown, and the file picker as it is without a title of its user. */
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
