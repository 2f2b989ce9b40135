import { useState } from 'react';
import { ResizeHandle } from '#components/elements/ResizeHandle.tsx';
import { SortHeader } from '#components/table/SortHeader.tsx';

/** Sort headers and the resize handle. */
export function Tables() {
  const [sort, setSort] = useState('-created');
  const [width, setWidth] = useState(240);
  const [stored, setStored] = useState(240);
  const shared = { sort, onSort: setSort };
  return (
    <div className="grid gap-4">
      <div role="table" className="w-full max-w-xl">
        {/* biome-ignore lint/a11y/useFocusableInteractive: only its headers get the focus, as in a list. */}
        <div role="row" className="flex">
          <SortHeader {...shared} name="title" icon="icon-[ri--text]" />
          <SortHeader {...shared} name="created" icon="icon-[ri--calendar-line]" />
        </div>
      </div>
      <output data-sort="">{sort}</output>
      <aside id="side" aria-label="Sidebar" className="relative h-24 bg-base-200" style={{ width }}>
        <ResizeHandle width={width} onResize={setWidth} onDone={setStored} />
      </aside>
      <output data-stored="">{stored}</output>
    </div>
  );
}
