/** Watches one folder by Node's own means and nothing else, and answers when it heard of each of some files. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { HeardFiles } from '../heard-files.js';

const [folder = ''] = process.argv.slice(2);
const heard = new HeardFiles();

watch(folder, (_event, name) => {
  if (name !== null) heard.hear(join(folder, name));
});
heard.serve();
