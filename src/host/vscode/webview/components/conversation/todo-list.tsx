import type { Todo } from '../../../../../actors/protocol/todos/read-todos.js';
import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { TODO_TEXTS } from '../../../words/view-words.js';
import { Icon } from '../parts/icon.js';

const ICONS: Readonly<Record<Todo['status'], string>> = {
  completed: 'pass-filled',
  in_progress: 'arrow-right',
  pending: 'circle-large-outline',
};

/** The to-do list of the model, in the order of work. */
export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  if (todos.length === 0) return <p class="note">{TODO_TEXTS.empty}</p>;
  return (
    <ul class="todos" aria-label={TODO_TEXTS.list}>
      {todos.map(({ content, status }, index) => (
        <li
          key={index}
          data-status={status}
          {...(status === 'in_progress' ? { 'aria-current': 'step' } : {})}
        >
          <Icon name={ICONS[status]} />
          <span class="for-screen-readers">{TODO_TEXTS.statuses[status]} </span>
          <bdi>{toVisibleText(plainText(content))}</bdi>
        </li>
      ))}
    </ul>
  );
}
