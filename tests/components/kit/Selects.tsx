import { useState } from 'react';
import { Select } from '#components/form/Select.tsx';

const COLOURS = ['red', 'green', 'blue'].map((value) => ({ value }));
const ISLES = ['Aitutaki', 'Bora Bora', 'Diego Garcia', 'Kwajalein', 'Rangiroa', 'Suvorov', 'Tokelau'].map(
  (label) => ({ value: label.slice(0, 3).toLowerCase(), label, icon: 'icon-[ri--map-pin-line]' }),
);

/** Selects with one and with several values, with short and long lists. */
export function Selects() {
  const [colour, setColour] = useState('');
  const [isle, setIsle] = useState('bor');
  const [several, setSeveral] = useState<readonly string[]>(['ait', 'kwa']);
  return (
    <div className="grid max-w-md gap-1">
      <Select label="Colour" options={COLOURS} value={colour} onChange={setColour} />
      <Select
        label="Isle"
        required
        icon="icon-[ri--map-2-line]"
        options={ISLES}
        value={isle}
        onChange={setIsle}
      />
      <Select
        label="Isles"
        multiple
        options={ISLES}
        value={several}
        onChange={setSeveral}
        error="Too many."
      />
      <Select label="Fixed" disabled options={COLOURS} value="red" onChange={setColour} />
      <output data-values="">{JSON.stringify({ colour, isle, several })}</output>
    </div>
  );
}
