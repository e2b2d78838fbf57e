import { memo } from '../../lib/memo.js';
import { describeThought } from '../../text/turn-texts.js';
import { Elapsed } from '../parts/elapsed.js';
import { Fold } from '../parts/fold.js';
import { Markdown } from '../text/markdown.js';
import { TURN_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly text: string;
  /** Whether the model still thinks. */
  readonly isOpen: boolean;
  /** When it began to. Units: milliseconds since 1970. `undefined` when that is unknown. */
  readonly since: number | undefined;
  /** How long it thought, once it has. Units: milliseconds. `undefined` when that is unknown. */
  readonly durationMs: number | undefined;
}

/** What a model thought before it said something, folded away. */
export const ReasoningStep = memo<Props>(function ReasoningStep(props) {
  const { text, isOpen, since, durationMs } = props;
  const line = (
    <span class="step-text">
      {isOpen ? TURN_TEXTS.thinking : describeThought(durationMs)}
      {isOpen && since !== undefined && <Elapsed since={since} />}
    </span>
  );
  return (
    <Fold
      icon={isOpen ? 'loading' : 'lightbulb'}
      isSpinning={isOpen}
      line={line}
      state={isOpen ? 'running' : 'done'}
    >
      <Markdown text={text} isOpen={isOpen} />
    </Fold>
  );
});
