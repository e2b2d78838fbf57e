import { runActor } from '../actors/runtime/thread.js';
import { createCover } from './cover/create-cover.js';
import type { CoverConfig, CoverProtocol } from './cover/cover-protocol.js';

await runActor<CoverProtocol>((data) => createCover(data as CoverConfig));
