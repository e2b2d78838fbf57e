export {
  asksFor,
  ending,
  reasoning,
  says,
  ScriptedModel as PlayedModel,
  type ScriptedTurn as PlayedTurn,
  text,
  usage,
} from '../../src/host/testing.js';
