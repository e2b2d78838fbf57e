// The public API for tests, 'troupe/testing': runs agents without a real model, thread or clock.

// A scripted model.
export {
  asksFor,
  ending,
  reasoning,
  says,
  ScriptedModel,
  scriptedProvider,
  type ScriptedTurn,
  text,
  usage,
} from './testing/scripted-model.js';

// A clock that tests advance.
export { FakeClock } from './testing/fake-clock.js';
export type { Clock } from '../actors/runtime/clock.js';

// Actors in the same thread, with messages cloned as they would be between two threads.
export { connectInProcess, type Connection } from '../actors/runtime/remote.js';
export type { ActorBody, AskContext, Emit } from '../actors/runtime/ref.js';
