import { Fragment, type KeyboardEvent, type ReactNode } from 'react';

/** One tab of a list. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** Behind the title: what the tab holds, as an error. */
  readonly mark?: ReactNode;
  /** Its panel stays in the page while another tab is shown. */
  readonly keepsPanel?: boolean;
  /** A divider stands above it. */
  readonly divided?: boolean;
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
  /** Underlined at the bottom of a header, as labels that wrap, or as labels below each other. */
  readonly look?: keyof typeof LOOKS;
  readonly className?: string;
}

const LABEL = {
  tab: 'rounded-field px-2.5 py-1',
  on: 'bg-base-300 font-medium',
  off: 'text-muted hover:bg-base-content/5 hover:text-base-content',
} as const;

const LOOKS = {
  line: {
    list: '-mb-2 gap-4',
    tab: 'min-h-9 items-center border-b-2 max-sm:min-h-10',
    on: 'border-primary font-medium',
    off: 'border-transparent text-muted hover:text-base-content',
  },
  labels: { ...LABEL, list: 'flex-wrap gap-0.5', tab: `${LABEL.tab} max-sm:min-w-10 max-sm:py-2.5` },
  column: { ...LABEL, list: 'flex-col gap-0.5', tab: `${LABEL.tab} w-full text-left` },
} as const;

const tabId = (id: string, tab: string) => `${id}-tab-${tab}`;
const panelId = (id: string, tab: string) => `${id}-panel-${tab}`;

/** What the content of a tab must carry. */
export const tabPanelProps = (id: string, tab: string) => ({
  role: 'tabpanel',
  id: panelId(id, tab),
  'aria-labelledby': tabId(id, tab),
});

/** Tabs of which one is in the tab order: arrows, Home and End choose and focus, Tab goes on to the panel. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { id, label, tabs, selected, onSelect, look = 'line', className = '' } = props;
  const isColumn = look === 'column';
  const { list, tab: tabClass, on, off } = LOOKS[look];

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === selected);
    const target: Readonly<Record<string, number>> = {
      [isColumn ? 'ArrowDown' : 'ArrowRight']: (index + 1) % tabs.length,
      [isColumn ? 'ArrowUp' : 'ArrowLeft']: (index - 1 + tabs.length) % tabs.length,
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
    <div
      role="tablist"
      aria-label={label}
      aria-orientation={isColumn ? 'vertical' : 'horizontal'}
      tabIndex={-1}
      className={`flex ${list} ${className}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => {
        const isSelected = tab.id === selected;
        return (
          <Fragment key={tab.id}>
            {tab.divided && <div role="presentation" className="my-1.5 border-t border-base-300" />}
            <button
              type="button"
              role="tab"
              id={tabId(id, tab.id)}
              aria-selected={isSelected}
              aria-controls={isSelected || tab.keepsPanel ? panelId(id, tab.id) : undefined}
              tabIndex={isSelected ? 0 : -1}
              className={`flex cursor-pointer gap-1.5 text-sm ${tabClass} ${isSelected ? on : off}`}
              onClick={() => onSelect(tab.id)}
            >
              {tab.title}
              {tab.mark}
            </button>
          </Fragment>
        );
      })}
    </div>
  );
}
