import { useEffect } from 'react';

/** Marks the row of the record that a docked panel shows, and keeps it in sight. */
export function useShownRow(recordId: string | undefined): void {
  useEffect(() => {
    if (recordId === undefined) return;
    const row = `.list-row[data-row-id="${CSS.escape(recordId)}"]`;
    // A style sheet also marks a row that scrolls into sight later; the security policy allows a constructed one.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${row}, ${row} > * { background: var(--color-selected) }`);
    document.adoptedStyleSheets.push(sheet);
    document.querySelector(row)?.scrollIntoView({ block: 'nearest' });
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [recordId]);
}
