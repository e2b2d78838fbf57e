import fc from 'fast-check';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { World } from './world.js';

/** What is on the disk, as a plain map. Shape: paths from the folder on; the folder itself is not in it. */
export type Model = Map<string, 'file' | 'directory' | 'link'>;

type Command = fc.AsyncCommand<Model, World>;

// Few names, so that paths meet again and again; some differ in case only, some are what rules speak of.
const name = fc.constantFrom('a', 'b', 'A', 'lib', 'x.log', 'keep.log', 'out', 'é');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const rule = fc.constantFrom(
  '*.log',
  '!keep.log',
  'out/',
  '/a',
  'lib/**',
  'a/b',
  '!a/',
  '**/out',
  'é',
  '# none',
  'b/*',
  '!/b/keep.log',
);

/** Anything that may happen to a folder and to the index that follows it. */
export const anyCommands = fc.commands(
  [
    path.map(writeFile),
    path.map(makeDirectory),
    // No query names a link: a query goes where a link leads, which is no matter here.
    path.map((at) => makeLink(`${at}/link`)),
    path.map(remove),
    fc.tuple(path, path).map(([from, to]) => move(from, to)),
    fc
      .tuple(fc.option(path, { nil: '' }), fc.array(rule, { maxLength: 3 }))
      .map(([directory, rules]) => writeRules(directory, rules)),
    fc.boolean().map(tell),
    fc.constant(lose()),
    fc.constant(rest()),
    fc.constant(restart()),
  ],
  { maxCommands: 24 },
);

function command(
  text: string,
  check: (model: Readonly<Model>) => boolean,
  run: (model: Model, world: World) => void | Promise<void>,
): Command {
  return {
    check,
    run: async (model, world) => {
      await run(model, world);
    },
    toString: () => text,
  };
}

function writeFile(at: string): Command {
  return command(
    `write ${at}`,
    (model) => isOpen(model, at) && (model.get(at) ?? 'file') === 'file',
    (model, world) => {
      makeParents(model, world, at);
      world.saw(at, model.has(at) ? 'changed' : 'created');
      writeFileSync(world.absolute(at), at);
      model.set(at, 'file');
    },
  );
}

function makeDirectory(at: string): Command {
  return command(
    `mkdir ${at}`,
    (model) => isOpen(model, at) && !model.has(at),
    (model, world) => {
      makeParents(model, world, `${at}/x`);
    },
  );
}

function makeLink(at: string): Command {
  return command(
    `link ${at}`,
    (model) => isOpen(model, at) && !model.has(at),
    (model, world) => {
      makeParents(model, world, at);
      // Up and around: whoever follows it never ends.
      symlinkSync('.', world.absolute(at));
      world.saw(at, 'created');
      model.set(at, 'link');
    },
  );
}

function remove(at: string): Command {
  return command(
    `rm -r ${at}`,
    (model) => model.has(at),
    (model, world) => {
      rmSync(world.absolute(at), { recursive: true });
      for (const gone of [at, ...below(model, at)]) model.delete(gone);
      world.saw(at, 'deleted');
    },
  );
}

/** A move takes what is below along, and replaces a file of the new name as `rename` does. */
function move(from: string, to: string): Command {
  return command(
    `mv ${from} ${to}`,
    (model) => {
      const kind = model.get(from);
      const target = model.get(to);
      const isPossible = target === undefined || (kind !== 'directory' && target !== 'directory');
      const isInside = `${to}/`.startsWith(`${from}/`);
      return kind !== undefined && isPossible && !isInside && isOpen(model, to);
    },
    (model, world) => {
      makeParents(model, world, to);
      renameSync(world.absolute(from), world.absolute(to));
      for (const old of [from, ...below(model, from)]) {
        const kind = model.get(old);
        model.delete(old);
        if (kind !== undefined) model.set(to + old.slice(from.length), kind);
      }
      world.saw(from, 'deleted');
      if (model.get(to) === 'directory') world.sawDirectory(to);
      else world.saw(to, 'created');
    },
  );
}

/** Without rules the file goes. */
function writeRules(directory: string, rules: readonly string[]): Command {
  const at = directory === '' ? '.gitignore' : `${directory}/.gitignore`;
  return command(
    `rules ${at}: ${rules.join(' ')}`,
    (model) =>
      (directory === '' || model.get(directory) === 'directory') && (rules.length > 0 || model.has(at)),
    (model, world) => {
      if (rules.length === 0) {
        rmSync(world.absolute(at));
        model.delete(at);
        world.saw(at, 'deleted');
        return;
      }
      world.saw(at, model.has(at) ? 'changed' : 'created');
      writeFileSync(world.absolute(at), `${rules.join('\n')}\n`);
      model.set(at, 'file');
    },
  );
}

function tell(isShuffled: boolean): Command {
  return command(
    isShuffled ? 'tell, shuffled' : 'tell',
    () => true,
    (_model, world) => {
      world.tell(isShuffled);
    },
  );
}

function lose(): Command {
  return command(
    'lose',
    () => true,
    (_model, world) => {
      world.lose();
    },
  );
}

function rest(): Command {
  return command(
    'rest',
    () => true,
    (_model, world) => world.rest(),
  );
}

function restart(): Command {
  return command(
    'restart',
    () => true,
    (_model, world) => world.restart(),
  );
}

export function parentOf(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/')));
}

function below(model: Readonly<Model>, at: string): string[] {
  return [...model.keys()].filter((other) => other.startsWith(`${at}/`));
}

/** Whether something new may be made here: every parent that exists is a directory. */
function isOpen(model: Readonly<Model>, at: string): boolean {
  for (let up = parentOf(at); up !== ''; up = parentOf(up)) {
    const kind = model.get(up);
    if (kind !== undefined) return kind === 'directory';
  }
  return true;
}

/** Makes the parents that are missing, on the disk and in the model. A watcher sees the topmost. */
function makeParents(model: Model, world: World, at: string): void {
  const missing: string[] = [];
  for (let up = parentOf(at); up !== '' && !model.has(up); up = parentOf(up)) missing.push(up);
  const top = missing.at(-1);
  if (top === undefined) return;
  mkdirSync(world.absolute(parentOf(at)), { recursive: true });
  for (const directory of missing) model.set(directory, 'directory');
  world.sawDirectory(top);
}
