import type { KeyboardEvent } from 'react';

const TABS = [
  { id: 'account', title: 'Account' },
  { id: 'providers', title: 'Authorized providers' },
] as const;

export type PanelTab = (typeof TABS)[number]['id'];

const tabId = (id: string, tab: PanelTab) => `${id}-tab-${tab}`;
const panelId = (id: string, tab: PanelTab) => `${id}-panel-${tab}`;

/** What the content of a tab must carry. */
export const tabPanelProps = (id: string, tab: PanelTab) => ({
  role: 'tabpanel',
  id: panelId(id, tab),
  'aria-labelledby': tabId(id, tab),
});

/** Props of {@link PanelTabs}. */
export interface PanelTabsProps {
  readonly id: string;
  readonly selected: PanelTab;
  readonly onSelect: (tab: PanelTab) => void;
}

/** The two tabs of an existing auth record (RP-16). */
export function PanelTabs({ id, selected, onSelect }: PanelTabsProps) {
  function onKeyDown(event: KeyboardEvent) {
    const isNext = event.key === 'ArrowRight' || event.key === 'End';
    if (!isNext && event.key !== 'ArrowLeft' && event.key !== 'Home') return;
    event.preventDefault();
    const [first, second] = TABS;
    const isStep = event.key.startsWith('Arrow');
    // With two tabs a step to either side is the same.
    const tab = isStep ? (selected === first.id ? second : first) : isNext ? second : first;
    onSelect(tab.id);
    document.getElementById(tabId(id, tab.id))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label="Parts of the record"
      tabIndex={-1}
      className="-mb-2 flex gap-4"
      onKeyDown={onKeyDown}
    >
      {TABS.map((tab) => {
        const isSelected = tab.id === selected;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(id, tab.id)}
            aria-selected={isSelected}
            // Only the account's panel is in the page while another tab is shown.
            aria-controls={isSelected || tab.id === 'account' ? panelId(id, tab.id) : undefined}
            tabIndex={isSelected ? 0 : -1}
            className={`min-h-9 cursor-pointer border-b-2 text-sm max-sm:min-h-10 ${isSelected ? 'border-primary font-medium' : 'border-transparent text-muted hover:text-base-content'}`}
            onClick={() => onSelect(tab.id)}
          >
            {tab.title}
          </button>
        );
      })}
    </div>
  );
}
