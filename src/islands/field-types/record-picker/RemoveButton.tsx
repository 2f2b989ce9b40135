import { IconButton } from '#components/elements/IconButton.tsx';

/** A small cross that takes a record out of a list. */
export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <IconButton
      variant="small"
      icon="icon-[ri--close-line]"
      label={`Remove ${name}`}
      tooltip="Remove"
      tooltipSide="left"
      onClick={onClick}
    />
  );
}
