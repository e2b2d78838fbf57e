import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { ACTION_TEXTS } from '../../../words/view-words.js';

interface Props {
  /** Shape: `createHost`, `Cart.total`. */
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A link that opens the definition of a symbol. */
export function SymbolLink({ name, children }: Props) {
  const dispatch = useContext(DispatchContext);
  return (
    <button
      type="button"
      class="place"
      title={ACTION_TEXTS.goTo(name)}
      onClick={() => dispatch({ type: 'tell', message: { type: 'openSymbol', name } })}
    >
      {children}
    </button>
  );
}
