import { Tab as TabButton, TabList, TabProvider } from '@ariakit/react/tab';
import { Fragment, type ReactNode } from 'react';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly mark?: ReactNode;
  /** Its panel stays in the page while another tab is selected. */
  readonly keepsPanel?: boolean;
  readonly divided?: boolean;
}

export interface TabsProps<Id extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly variant?: keyof typeof VARIANTS;
  readonly className?: string;
}

const LABEL = {
  tab: 'rounded-field px-2.5 py-1',
  on: 'bg-base-300 font-medium',
  off: 'text-muted hover:bg-tint hover:text-base-content',
} as const;

const VARIANTS = {
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

export const tabPanelProps = (id: string, tab: string) => ({
  role: 'tabpanel',
  id: panelId(id, tab),
  'aria-labelledby': tabId(id, tab),
});

/** Tabs with one tab stop: arrows, Home and End select and focus a tab, Tab moves on to the panel. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { id, label, tabs, selected, onSelect, variant = 'line', className = '' } = props;
  const { list, tab: tabClass, on, off } = VARIANTS[variant];

  function select(selectedId: string | null | undefined) {
    const tab = tabs.find((one) => tabId(id, one.id) === selectedId);
    if (tab && tab.id !== selected) onSelect(tab.id);
  }

  return (
    <TabProvider
      selectedId={tabId(id, selected)}
      setSelectedId={select}
      orientation={variant === 'column' ? 'vertical' : 'horizontal'}
    >
      <TabList aria-label={label} className={`flex ${list} ${className}`}>
        {tabs.map((tab) => {
          const isSelected = tab.id === selected;
          return (
            <Fragment key={tab.id}>
              {tab.divided && <div role="presentation" className="my-1.5 border-t border-base-300" />}
              <TabButton
                id={tabId(id, tab.id)}
                aria-controls={isSelected || tab.keepsPanel ? panelId(id, tab.id) : undefined}
                className={`flex cursor-pointer gap-1.5 text-sm ${tabClass} ${isSelected ? on : off}`}
              >
                {tab.title}
                {tab.mark}
              </TabButton>
            </Fragment>
          );
        })}
      </TabList>
    </TabProvider>
  );
}
