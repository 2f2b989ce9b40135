import { Tabs } from '#components/elements/Tabs.tsx';

// The account panel stays in the page while another tab is selected.
const TABS = [
  { id: 'account', title: 'Account', keepsPanel: true },
  { id: 'providers', title: 'Authorized providers' },
] as const;

export type PanelTab = (typeof TABS)[number]['id'];

export interface PanelTabsProps {
  readonly id: string;
  readonly selected: PanelTab;
  readonly onSelect: (tab: PanelTab) => void;
}

/** The two tabs of an existing auth record. */
export function PanelTabs(props: PanelTabsProps) {
  return <Tabs {...props} label="Parts of the record" tabs={TABS} />;
}
