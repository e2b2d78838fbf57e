interface Props {
  /** The name of one of VS Code's codicons. */
  readonly name: string;
  /** Whether it turns: something runs. */
  readonly isSpinning?: boolean;
}

/** An icon beside a text that says the same, so screen readers skip it. */
export function Icon({ name, isSpinning = false }: Props) {
  return (
    <span class={`codicon codicon-${name}${isSpinning ? ' codicon-modifier-spin' : ''}`} aria-hidden="true" />
  );
}
