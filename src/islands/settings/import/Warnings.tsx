import { Callout } from '#components/feedback/Callout.tsx';

/** What the page and the review say of an import, beside its changes. */
export function Warnings({ texts }: { readonly texts: readonly string[] }) {
  if (!texts.length) return null;
  return (
    <Callout kind="warning" role="status" className="mb-3 wrap-anywhere">
      <ul className="flex flex-col gap-1">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Callout>
  );
}
