import { useState } from 'react';
import { ResizeHandle } from '#components/elements/ResizeHandle.tsx';

/** The resize handle of a sidebar. */
export function Tables() {
  const [width, setWidth] = useState(240);
  const [stored, setStored] = useState(240);
  return (
    <>
      <aside id="side" aria-label="Sidebar" className="relative h-24 bg-base-200" style={{ width }}>
        <ResizeHandle width={width} onResize={setWidth} onDone={setStored} />
      </aside>
      <output data-stored="">{stored}</output>
    </>
  );
}
