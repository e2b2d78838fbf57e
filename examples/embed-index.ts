// Embeds the index: finds files by name and by content, and draws a folder, without any model.
//
//   node embed-index.js FOLDER TEXT
import { argv } from 'node:process';
import { createHost, InvalidRootError } from 'troupe';

const [folder = '.', text = 'needle'] = argv.slice(2);

try {
  // Leaving the block ends the threads of the host, also when something is thrown.
  await using host = await createHost({ roots: [folder] });
  const { workspace } = host;

  // Searches wait for nothing: until the first scan has ended they find what has been read so far. Here we want all of it.
  await workspace.whenReady();

  const { hits } = await workspace.search(text, { limit: 5 });
  for (const { path } of hits) console.log(`name: ${path}`);

  // Matches come in batches as they are found; leaving the loop ends the search.
  for await (const { matches } of await workspace.grep({ pattern: text, caseSensitive: 'smart' }))
    for (const { path, line } of matches) console.log(`line: ${path}:${line}`);

  console.log((await workspace.tree()).text);
} catch (error) {
  // Every failure is a class with a code and details.
  if (!(error instanceof InvalidRootError)) throw error;
  console.error(`${error.details.root} cannot be opened: ${error.details.problem}`);
  process.exitCode = 1;
}
