import type { KeyboardEvent, ReactNode } from 'react';

/** One tab of a list. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** Behind the title: what the tab holds, as an error. */
  readonly mark?: ReactNode;
  /** Its panel stays in the page while another tab is shown. */
  readonly keepsPanel?: boolean;
}

/** Props of {@link Tabs}. */
export interface TabsProps<Id extends string> {
  /** What the ids of tabs and their panels begin with. */
  readonly id: string;
  /** Accessible name of the list. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

const tabId = (id: string, tab: string) => `${id}-tab-${tab}`;
const panelId = (id: string, tab: string) => `${id}-panel-${tab}`;

/** What the content of a tab must carry. */
export const tabPanelProps = (id: string, tab: string) => ({
  role: 'tabpanel',
  id: panelId(id, tab),
  'aria-labelledby': tabId(id, tab),
});

/** A line of tabs: arrows, Home and End choose and focus, Tab goes on to the panel. */
export function Tabs<Id extends string>({ id, label, tabs, selected, onSelect }: TabsProps<Id>) {
  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === selected);
    const target: Readonly<Record<string, number>> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const tab = tabs[target[event.key] ?? -1];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(tabId(id, tab.id))?.focus();
  }

  return (
    <div role="tablist" aria-label={label} tabIndex={-1} className="-mb-2 flex gap-4" onKeyDown={onKeyDown}>
      {tabs.map((tab) => {
        const isSelected = tab.id === selected;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(id, tab.id)}
            aria-selected={isSelected}
            aria-controls={isSelected || tab.keepsPanel ? panelId(id, tab.id) : undefined}
            tabIndex={isSelected ? 0 : -1}
            className={`flex min-h-9 cursor-pointer items-center gap-1.5 border-b-2 text-sm max-sm:min-h-10 ${isSelected ? 'border-primary font-medium' : 'border-transparent text-muted hover:text-base-content'}`}
            onClick={() => onSelect(tab.id)}
          >
            {tab.title}
            {tab.mark}
          </button>
        );
      })}
    </div>
  );
}
