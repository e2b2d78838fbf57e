import { Icon } from './icon.js';

interface Props {
  /** The name of one of VS Code's codicons. */
  readonly icon: string;
  /** What it does, for the tooltip and for screen readers. */
  readonly label: string;
  readonly onClick: () => void;
}

/** A quiet button that shows an icon alone. */
export function IconButton({ icon, label, onClick }: Props) {
  return (
    <button type="button" class="quiet icon-button" title={label} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
