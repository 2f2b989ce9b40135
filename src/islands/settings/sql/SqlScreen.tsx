import { useState } from 'react';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Console } from './Console.tsx';

const Health = lazyPart(() => import('./Health.tsx'));

const ID = 'sql';
const TABS = [
  { id: 'console', title: 'Console' },
  { id: 'health', title: 'Health' },
] as const;

export default function SqlScreen() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('console');
  return (
    <>
      <Tabs id={ID} label="Parts of the SQL console" tabs={TABS} selected={tab} onSelect={setTab} />
      <div {...tabPanelProps(ID, tab)} className="mt-2 border-t border-base-300 pt-3">
        {tab === 'console' ? <Console /> : <Health />}
      </div>
    </>
  );
}
