// Runs one task without a person: edits run by themselves, commands are refused, and the exit code says how it ended.
//
//   node headless-run.js FOLDER
import { argv } from 'node:process';
import { createHost } from 'troupe';
import { asksFor, says, ScriptedModel, scriptedProvider } from 'troupe/testing';

// Stands in for a model. A real one: `model: { provider: 'openai', model: 'gpt-5', apiKey: process.env.OPENAI_API_KEY }`.
const model = new ScriptedModel([
  asksFor(['read_file', { uri: 'notes.txt' }]),
  asksFor(['rewrite_file', { uri: 'notes.txt', new_content: 'Written without a person.\n' }]),
  asksFor(['run_command', { command: 'touch elsewhere.txt' }]),
  says('notes.txt is written.'),
]);

await using host = await createHost({
  roots: [argv[2] ?? '.'],
  providers: [scriptedProvider(model)],
  model: { provider: model.provider, model: model.model },
  // What may run without asking. What is not named here is asked about.
  approvals: { 'File edits': 'auto' },
  limits: { maxIterations: 10, maxTimeMs: 60_000 },
});

const events = host.engine.processMessage('Write notes.txt.', 'agent');
for await (const event of events) {
  // Nobody is there to answer: the model reads why.
  if (event.type === 'approval_request')
    host.engine.respondToApproval(event.callId, 'deny', { reason: 'Nobody is here to approve commands.' });
  if (event.type === 'observation')
    console.log(`${event.tool}: ${event.result.success ? 'done' : 'not done'}`);
  if (event.type === 'answer') console.log(event.content);
  if (event.type === 'error') {
    console.error(event.message);
    process.exitCode = 1;
  }
}
