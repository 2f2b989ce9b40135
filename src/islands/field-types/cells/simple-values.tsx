import { NO_VALUE, truncate } from '#domain/app/value-text.ts';
import { tintOf } from '#domain/field-types/tint.ts';
import { isWebUrl, TEXT_LIMIT } from '#domain/records/record.ts';

/** Shown for an empty value. */
export function NoValue() {
  return <span className="text-muted">{NO_VALUE}</span>;
}

/** A bool as ✓ or –, for screen readers as a word; false is muted, so that true is easy to find. */
export function BoolValue({ value }: { readonly value: unknown }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={value ? 'icon-[ri--check-line] size-4' : "text-muted before:content-['–']"}
      />
      <span className="sr-only">{value ? 'True' : 'False'}</span>
    </>
  );
}

/** The choices of a select field as chips in the tints of their values, without a container. */
export function Choices({ items }: { readonly items: readonly string[] }) {
  return items.map((item) => (
    <span className="chip" key={item} style={{ background: `var(--tint-${tintOf(item)})` }}>
      <span className="truncate">{item}</span>
    </span>
  ));
}

/** A link that opens in a new tab, or plain text if the value is no web address; with `isLine` cut to one line. */
export function UrlValue({ url, isLine = false }: { readonly url: string; readonly isLine?: boolean }) {
  const text = isLine ? truncate(url, TEXT_LIMIT) : url;
  if (!isWebUrl(url)) return text;
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
