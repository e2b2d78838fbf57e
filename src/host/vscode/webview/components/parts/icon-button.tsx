import { Icon } from './icon.js';

interface Props {
  /** The name of one of VS Code's codicons. */
  readonly icon: string;
  /** What it does, for the tooltip and for screen readers. */
  readonly label: string;
  /** A class for its place. Default: none. */
  readonly name?: string;
  readonly onClick: () => void;
}

/** A quiet button that shows an icon alone. */
export function IconButton({ icon, label, name, onClick }: Props) {
  return (
    <button
      type="button"
      class={name === undefined ? 'quiet icon-button' : `quiet icon-button ${name}`}
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
