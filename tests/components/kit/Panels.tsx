import { useEffect, useState } from 'react';
import { CodeEditor } from '#components/code/CodeEditor.tsx';
import { Button } from '#components/elements/Button.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Select } from '#components/form/Select.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';

const OPTIONS = ['one', 'two', 'three'].map((value) => ({ value }));

/** Reports when the panel around it is shown and hidden. */
function Lifetime({ add }: { readonly add: (line: string) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is shown.
  useEffect(() => {
    add('show');
    return () => add('hide');
  }, []);
  return null;
}

/** A panel, a second one above it, a centered one, and toggles for every panel option. */
export function Panels() {
  const [open, setOpen] = useState(false);
  const [upper, setUpper] = useState(false);
  const [centered, setCentered] = useState(false);
  const [refuseHide, setRefuseHide] = useState(false);
  const [noBackdrop, setNoBackdrop] = useState(false);
  const [busy, setBusy] = useState(false);
  const [size, setSize] = useState('md');
  const [text, setText] = useState('');
  const [log, setLog] = useState<readonly string[]>([]);
  const add = (line: string) => setLog((lines) => [...lines, line]);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen(true)}>Open panel</Button>
        <Button onClick={() => setCentered(true)}>Open popup</Button>
        <Toggle label="Refuse to hide" checked={refuseHide} onChange={setRefuseHide} />
        <Toggle label="No backdrop" checked={noBackdrop} onChange={setNoBackdrop} />
        <Toggle label="Busy" checked={busy} onChange={setBusy} />
      </div>
      <output data-log="">{log.join(' ')}</output>
      {open && (
        <OverlayPanel
          title="Edit record"
          size={size === 'lg' ? 'lg' : 'md'}
          overlayClose={!noBackdrop}
          busy={busy}
          beforeHide={async () => {
            add('asked');
            return !refuseHide;
          }}
          onRequestClose={(reason) => {
            add(reason);
            setOpen(false);
          }}
          headerAside={
            <Dropdown
              label="More options"
              items={[
                { key: 'dup', label: 'Duplicate' },
                { key: 'del', label: 'Delete' },
              ]}
            >
              <span aria-hidden="true" className="icon-[ri--more-line] size-4" />
            </Dropdown>
          }
          footer={
            <>
              <Button variant="ghost" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button variant="primary" data-tooltip="Stores the record">
                Save changes
              </Button>
            </>
          }
        >
          <Lifetime add={add} />
          <TextInput label="Title" value={text} onChange={setText} />
          <Textarea label="Body" value={text} onChange={setText} />
          <Select label="Size" options={OPTIONS} value="one" onChange={() => {}} />
          <CodeEditor language="json" label="Data" value={'{"a": 1}'} onChange={() => {}} />
          <div className="mt-3 flex gap-2">
            <Button onClick={() => setUpper(true)}>Open another</Button>
            <Button onClick={() => setSize('lg')}>Wider</Button>
            <Button onClick={() => setRefuseHide(false)}>Allow hiding</Button>
            <Button onClick={() => setBusy(!busy)}>Toggle busy</Button>
          </div>
          <div className="h-[60rem]" />
          <p>The end of the body.</p>
        </OverlayPanel>
      )}
      {upper && (
        <OverlayPanel title="Pick a relation" onRequestClose={() => setUpper(false)}>
          <Button onClick={() => setCentered(true)}>Open popup above</Button>
        </OverlayPanel>
      )}
      {centered && (
        <OverlayPanel
          variant="centered"
          size="sm"
          title="Rename"
          onRequestClose={() => setCentered(false)}
          footer={<Button onClick={() => setCentered(false)}>Done</Button>}
        >
          <TextInput label="New name" value={text} onChange={setText} />
        </OverlayPanel>
      )}
    </div>
  );
}
