import type { CompactionReport } from '../../../actors/protocol/llm.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

const CAUSES: Readonly<Record<CompactionReport['cause'], string>> = {
  full: "The model's window was nearly full",
  refused: 'The conversation was too long for the model',
  person: 'Compacted the conversation',
};

const STAGES: Readonly<Record<CompactionReport['stage'], string>> = {
  shortened: 'old results of tools were shortened',
  summarised: 'a summary stands for the older messages now',
  cut: 'long texts were shortened and the oldest messages left out',
};

/** What a compaction did, for the person, as sentences. */
export function describeCompaction({ cause, stage, tokensBefore, tokensAfter }: CompactionReport): string {
  const [before, after] = [tokensBefore, tokensAfter].map((tokens) => groupDigits(tokens));
  return `${CAUSES[cause]}: ${STAGES[stage]}. About ${before} tokens became ${after}. The history keeps all of it.`;
}
