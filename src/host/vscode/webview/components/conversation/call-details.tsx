import { readTodos, TODO_TOOL } from '../../../../../actors/protocol/todos/read-todos.js';
import type { CallStep } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { readInnerCall } from '../../text/server-tool.js';
import { CallParams } from '../approval/call-params.js';
import { CallPreviewView } from '../approval/call-preview.js';
import { CallOutput } from './call-output.js';
import { ChangesView } from './changes-view.js';
import { TodoList } from './todo-list.js';

// Enough of a parameter to get an impression; the model wrote the rest.
const LIMIT: TextLimit = { maxChars: 2_000, maxLines: 24 };

/** What a call was made with, what it changed and what it returned. */
export const CallDetails = memo<{ readonly step: CallStep }>(function CallDetails({ step }) {
  const { tool, params, question, changes = [] } = step;
  const todos = tool === TODO_TOOL && step.state === 'done' ? readTodos(params) : undefined;
  if (todos !== undefined) return <TodoList todos={todos} />;
  const hasHunks = changes.some(({ hunks = [] }) => hunks.length > 0);
  if (hasHunks)
    return (
      <>
        <ChangesView changes={changes} />
        <CallOutput step={step} />
      </>
    );
  return (
    <>
      {question?.preview === undefined ? (
        <CallParams params={readInnerCall(tool, params).params} limit={LIMIT} />
      ) : (
        <CallPreviewView preview={question.preview} />
      )}
      <CallOutput step={step} />
    </>
  );
});
