import { buildSegment } from '../segment/build-segment.js';
import type { Segment } from '../segment/segment.js';
import { runToEnd } from '../../../actors/runtime/slices.js';

/** A segment with only the root, which scorers hold in place of one that they must release. */
export const EMPTY_SEGMENT: Segment = runToEnd(buildSegment([]));
