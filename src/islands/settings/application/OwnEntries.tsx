import { entriesWith } from '#domain/settings/addresses.ts';
import { LOCK_OUT_TEXTS } from '#domain/settings/lock-out.ts';

interface OwnEntriesProps {
  /** Of this page, as the backend sees it; '' if it is not known. */
  readonly address: string;
  readonly entries: readonly string[];
  /** The same save changes by which header the backend knows an address. */
  readonly isChanging: boolean;
}

/** Which entries let this page in, while they are typed. */
export default function OwnEntries({ address, entries, isChanging }: OwnEntriesProps) {
  if (!address || !entries.length) return null;
  const found = entriesWith(address, entries);
  return (
    <p className={`mb-2 wrap-anywhere ${found.length && !isChanging ? '' : 'font-medium text-warning'}`}>
      {found.length ? LOCK_OUT_TEXTS.isIn(address, found) : LOCK_OUT_TEXTS.isOut(address)}
      {isChanging && ` ${LOCK_OUT_TEXTS.isChanging}`}
    </p>
  );
}
