import type { GrepSummary } from '../../actors/protocol/workspace.js';

/** The combined summary of two successive searches. */
export function addSummaries(a: GrepSummary, b: GrepSummary): GrepSummary {
  const unfinished = [...(a.unfinished ?? []), ...(b.unfinished ?? [])];
  return {
    filesSearched: a.filesSearched + b.filesSearched,
    matches: a.matches + b.matches,
    isCapped: a.isCapped || b.isCapped,
    unreadable: a.unreadable + b.unreadable,
    ...(unfinished.length === 0 ? {} : { unfinished }),
  };
}
