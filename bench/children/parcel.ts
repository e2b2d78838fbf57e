/** Watches a directory, says when it does, and answers when it heard of each of some files. */
import { join } from 'node:path';
import parcel from '@parcel/watcher';
import { HeardFiles } from '../heard-files.js';

const [root = ''] = process.argv.slice(2);
const heard = new HeardFiles();

await parcel.subscribe(
  root,
  (_error, events) => {
    for (const { path } of events) heard.hear(path);
  },
  // Absolute, as a glob would be matched with every entry.
  { ignore: [join(root, '.git'), join(root, 'node_modules')] },
);
heard.serve();
