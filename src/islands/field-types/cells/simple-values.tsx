import { isWebUrl, NO_VALUE, TEXT_LIMIT, truncate } from '#domain/records/cell-text.ts';

/** Stands where a value is empty (RL-18). */
export function NoValue() {
  return <span className="text-muted">{NO_VALUE}</span>;
}

/** Quiet when it is false, so that the true ones stand out (RL-18). */
export function BoolValue({ value }: { readonly value: unknown }) {
  return <span className={value ? '' : 'text-muted'}>{value ? 'True' : 'False'}</span>;
}

/** The choices of a select field as chips; the caller places them. */
export function Choices({ items }: { readonly items: readonly string[] }) {
  return items.map((item) => (
    <span className="chip" key={item}>
      <span className="truncate">{item}</span>
    </span>
  ));
}

/** A line of text that ends in an ellipsis; the tooltip shows it whole when it is cut off. */
export function Line({ text, isMono = false }: { readonly text: string; readonly isMono?: boolean }) {
  return (
    <span className={`cell-text ${isMono ? 'font-mono text-[13px] leading-5' : ''}`} data-tooltip-clipped="">
      {text}
    </span>
  );
}

/** An address as a link in a new tab, or as text when it is no web address (RL-18); in a line or whole. */
export function UrlValue({ url, isLine = false }: { readonly url: string; readonly isLine?: boolean }) {
  const text = isLine ? truncate(url, TEXT_LIMIT) : url;
  if (!isWebUrl(url)) return isLine ? <Line text={text} /> : text;
  return (
    <a
      className={isLine ? 'cell-text link' : 'link'}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-tooltip="Open in new tab"
      data-tooltip-clipped={isLine ? url : undefined}
    >
      {text}
    </a>
  );
}
