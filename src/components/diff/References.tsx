import type { Mention, Reference } from '#domain/collections/editor/references.ts';

function mentionText({ kind, name, to }: Mention): string {
  return `${kind} ${name} (${to === undefined ? 'removed' : `now ${to}`})`;
}

/** The name of a collection, with a link in a new browser tab, because the changes here are not saved yet. */
function Owner({ name, href }: { readonly name: string; readonly href: string | undefined }) {
  if (href === undefined) return <bdi className="font-medium">{name}</bdi>;
  return (
    <a
      className="link font-medium"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`${name} (opens in a new tab)`}
    >
      <bdi>{name}</bdi>
      <span aria-hidden="true" className="icon-[ri--external-link-line] ml-0.5 size-3.5 align-[-2px]" />
    </a>
  );
}

export interface ReferencesProps {
  readonly title: string;
  readonly references: readonly Reference[];
  readonly isNamed?: boolean;
  readonly hrefOf?: (collectionId: string) => string;
  readonly className?: string;
}

/** Rules and view queries that the user must update by hand; nothing if there are none. */
export function References({ title, references, isNamed = true, hrefOf, className }: ReferencesProps) {
  if (references.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="font-medium">{title}</h2>
      <ul className="list-disc pl-5">
        {references.map(({ collectionId, collectionName, place, label, mentions }) => (
          <li key={`${collectionId} ${place}`}>
            {isNamed && (
              <>
                <Owner name={collectionName} href={hrefOf?.(collectionId)} /> –{' '}
              </>
            )}
            {label} mentions {mentions.map(mentionText).join(', ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
