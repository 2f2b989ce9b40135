const LOOKS = {
  removed: { icon: 'icon-[ri--delete-bin-7-line]', tone: 'border-error/40 bg-error/10 text-error' },
  changed: { icon: 'icon-[ri--pencil-line]', tone: 'border-warning/40 bg-warning/10 text-warning' },
  added: { icon: 'icon-[ri--add-line]', tone: 'border-success/40 bg-success/10 text-success' },
} as const;

/** What an import does to a collection or a field, as a word, an icon and a colour. */
export function ChangeLabel({ kind, text }: { readonly kind: keyof typeof LOOKS; readonly text: string }) {
  const { icon, tone } = LOOKS[kind];
  return (
    <span
      className={`inline-flex min-h-6 min-w-22 items-center gap-1 rounded-selector border px-1.5 py-0.5 text-xs leading-4 font-medium ${tone}`}
    >
      <span aria-hidden="true" className={`${icon} size-3.5 shrink-0`} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </span>
  );
}
