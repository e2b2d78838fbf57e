import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { TreePart } from '../../parts/scan-part.js';
import { SegmentBuilder } from './segment-builder.js';
import type { Segment } from './segment.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

/** Builds a segment from the parts of a scan, as `SegmentBuilder` does. */
export function* buildSegment(
  parts: readonly TreePart[],
  under: RelPath = '' as RelPath,
  unnamed: 'directories' | 'shadows' = 'directories',
): Cooperative<Segment> {
  const draft = new SegmentBuilder(under);
  for (const part of parts) yield* draft.add(part);
  return yield* draft.finish(unnamed);
}
