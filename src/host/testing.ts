// The second door, 'troupe/testing': what a program's tests may import to do without a model, a thread and real time.

// A model that follows a script.
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

// Time that a test turns.
export { FakeClock } from './testing/fake-clock.js';
export type { Clock } from '../actors/runtime/clock.js';

// Actors in the same thread, with everything cloned in between as it would be across two.
export { connectInProcess, type Connection } from '../actors/runtime/remote.js';
export type { ActorBody, AskContext, Emit } from '../actors/runtime/ref.js';
