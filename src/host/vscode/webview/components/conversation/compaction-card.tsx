import type { TurnStep } from '../../../../../actors/threads/turn-view.js';
import { COMPACTION_TEXTS } from '../../../words/context-words.js';
import { Fold } from '../parts/fold.js';
import { Markdown } from '../text/markdown.js';

interface Props {
  readonly step: TurnStep & { readonly kind: 'compaction' };
}

/** How the conversation became shorter for the model, with the summary folded away. */
export function CompactionCard({ step: { report } }: Props) {
  const { cause, stage, tokensBefore, tokensAfter, replaced, summary } = report;
  const line = (
    <span class="step-text">
      {COMPACTION_TEXTS.causes[cause]}{' '}
      <span class="step-outcome">{COMPACTION_TEXTS.tokens(tokensBefore, tokensAfter)}</span>
    </span>
  );
  return (
    <Fold icon="fold" line={line} state="done">
      <p>{COMPACTION_TEXTS.how[stage](replaced)}</p>
      {summary !== undefined && <Markdown text={summary} isOpen={false} />}
      <p class="note">{COMPACTION_TEXTS.kept}</p>
    </Fold>
  );
}
