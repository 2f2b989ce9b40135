interface InvalidateTokensProps {
  readonly label: string;
  /** The label of their duration. */
  readonly of: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Gives tokens another secret with the save, which ends all that were issued. */
export function InvalidateTokens({ label, of, isOn, onChange }: InvalidateTokensProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`${label}: ${of}`}
      className={`btn btn-ghost btn-xs -ml-2 font-medium max-sm:h-10 ${isOn ? 'text-success' : 'text-muted'}`}
      onClick={() => onChange(!isOn)}
    >
      <span
        aria-hidden="true"
        className={`size-4 ${isOn ? 'icon-[ri--checkbox-circle-line]' : 'icon-[ri--checkbox-blank-circle-line]'}`}
      />
      {label}
    </button>
  );
}
