import { Fragment, type KeyboardEvent } from 'react';

/** A tab of a {@link TabList}. */
export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** A divider stands above it. */
  readonly divided?: boolean;
}

/** Props of {@link TabList}. */
export interface TabListProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** Id of the panel that the tabs fill; theirs derive from it. */
  readonly panelId: string;
  readonly vertical?: boolean;
  readonly className?: string;
}

/** Id of a tab, which names its panel. */
export const tabId = (panelId: string, id: string): string => `${panelId}-${id}`;

const LOOK = {
  vertical: 'w-full px-2.5 py-1 text-left',
  horizontal: 'px-2.5 py-1 max-sm:min-w-10 max-sm:py-2.5',
} as const;

/** Tabs of which one is in the tab order; arrows, Home and End go to the others and show them. */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { label, tabs, selected, onSelect, panelId, vertical = false, className = '' } = props;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const index = tabs.findIndex(({ id }) => id === selected);
    const target: Readonly<Record<string, number>> = {
      [vertical ? 'ArrowDown' : 'ArrowRight']: (index + 1) % tabs.length,
      [vertical ? 'ArrowUp' : 'ArrowLeft']: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const tab = tabs[target[event.key] ?? -1];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(tabId(panelId, tab.id))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      tabIndex={-1}
      className={`flex gap-0.5 ${vertical ? 'flex-col' : 'flex-wrap'} ${className}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, title, divided }) => {
        const isSelected = id === selected;
        return (
          <Fragment key={id}>
            {divided && <div role="presentation" className="my-1.5 border-t border-base-300" />}
            <button
              type="button"
              role="tab"
              id={tabId(panelId, id)}
              aria-selected={isSelected}
              aria-controls={isSelected ? panelId : undefined}
              tabIndex={isSelected ? 0 : -1}
              className={`cursor-pointer rounded-field text-sm ${vertical ? LOOK.vertical : LOOK.horizontal} ${isSelected ? 'bg-base-300 font-medium' : 'text-muted hover:bg-base-content/5 hover:text-base-content'}`}
              onClick={() => onSelect(id)}
            >
              {title}
            </button>
          </Fragment>
        );
      })}
    </div>
  );
}
