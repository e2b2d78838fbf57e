// Gives the agent a tool of its own. A script stands in for the model, so that this runs without a key: with `model` set
// to a real one, that decides when to call the tool.
//
//   node custom-tool.js FOLDER
import { argv } from 'node:process';
import { createHost, defineTool } from 'troupe';
import { asksFor, says, ScriptedModel, scriptedProvider } from 'troupe/testing';
import { z } from 'zod';

// The schema is what the model is told, what its calls are checked by, and the type of what `run` gets.
const countWords = defineTool({
  name: 'count_words',
  description: 'Counts the words of a text.',
  params: z.object({ text: z.string().describe('The text to count the words of.') }),
  // It changes nothing: it runs without a question.
  isReadOnly: true,
  run: ({ text }) => text.split(/\s+/).filter(Boolean).length,
});

const model = new ScriptedModel([
  asksFor(['count_words', { text: 'one two three' }]),
  says('The text has three words.'),
]);

await using host = await createHost({
  roots: [argv[2] ?? '.'],
  tools: [countWords],
  providers: [scriptedProvider(model)],
  model: { provider: model.provider, model: model.model },
});

for await (const event of host.engine.processMessage('How many words has "one two three"?')) {
  if (event.type === 'action') console.log(`call: ${event.tool}`);
  if (event.type === 'observation') console.log(`result: ${event.result.output}`);
  if (event.type === 'answer') console.log(`answer: ${event.content}`);
}
