import fc from 'fast-check';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { parentOf } from './parent-of.js';
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

// Which of those that are there.
const pick = fc.nat({ max: 999 });

/** Anything that may happen to a folder and to the index that follows it. */
export const anyCommands = fc.commands(
  [
    path.map(writeFile),
    path.map(makeDirectory),
    // No query names a link: a query goes where a link leads, which is no matter here.
    path.map((at) => makeLink(`${at}/link`)),
    pick.map(remove),
    fc.tuple(pick, path).map(([from, to]) => move(from, to)),
    fc
      .tuple(fc.option(pick), fc.array(rule, { maxLength: 3 }))
      .map(([directory, rules]) => writeRules(directory, rules)),
    pick.map(track),
    pick.map(untrack),
    pick.map(initRepository),
    // More often than others, for most that is to happen in one comes later.
    pick.map(initRepository),
    pick.map(initHalf),
    pick.map(initHalf),
    pick.map(toggleSubmodule),
    fc
      .tuple(fc.option(pick), fc.array(rule, { minLength: 1, maxLength: 3 }))
      .map(([directory, rules]) => skipRules(directory, rules)),
    fc.tuple(fc.boolean(), fc.array(rule, { maxLength: 2 })).map(([isOfPerson, rules]) => {
      return nameExcludes(isOfPerson, rules);
    }),
    fc.tuple(pick, fc.array(rule, { maxLength: 2 })).map(([which, rules]) => writeExcludes(which, rules)),
    fc.boolean().map(tell),
    fc.constant(lose()),
    fc.constant(rest()),
    fc.constant(restart()),
  ],
  { maxCommands: 24, size: 'max' },
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

/** What happens to something that is there. */
function onExisting(
  text: string,
  which: number,
  run: (at: string, model: Model, world: World) => void,
  check: (at: string, model: Readonly<Model>) => boolean = () => true,
): Command {
  const choose = (model: Readonly<Model>): string | undefined => [...model.keys()][which % model.size];
  let chosen = 'nothing';
  return {
    check: (model) => {
      const at = choose(model);
      return at !== undefined && check(at, model);
    },
    run: (model, world) => {
      chosen = choose(model) ?? '';
      run(chosen, model, world);
      return Promise.resolve();
    },
    toString: () => `${text} ${chosen}`,
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

function remove(which: number): Command {
  return onExisting('rm -r', which, (at, model, world) => {
    rmSync(world.absolute(at), { recursive: true });
    for (const gone of [at, ...below(model, at)]) model.delete(gone);
    world.saw(at, 'deleted');
  });
}

/** A move takes what is below along, and replaces a file of the new name as `rename` does. */
function move(which: number, to: string): Command {
  return onExisting(
    `mv to ${to}:`,
    which,
    (from, model, world) => {
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
    (from, model) => {
      const kind = model.get(from);
      const target = model.get(to);
      const isPossible = target === undefined || (kind !== 'directory' && target !== 'directory');
      const isInside = `${to}/`.startsWith(`${from}/`);
      // A link keeps its name, which no query has.
      return kind !== 'link' && isPossible && !isInside && isOpen(model, to);
    },
  );
}

/** Of a directory that is there, or of the folder itself. Without rules the file goes. */
function writeRules(which: number | null, rules: readonly string[]): Command {
  const text = `rules ${rules.join(' ')} in`;
  const fileOf = (directory: string): string => (directory === '' ? '.gitignore' : `${directory}/.gitignore`);
  const isPossible = (directory: string, model: Readonly<Model>): boolean =>
    (directory === '' || model.get(directory) === 'directory') &&
    (rules.length > 0 || model.has(fileOf(directory)));
  const write = (directory: string, model: Model, world: World): void => {
    const at = fileOf(directory);
    if (rules.length === 0) {
      rmSync(world.absolute(at));
      model.delete(at);
      world.saw(at, 'deleted');
      return;
    }
    world.saw(at, model.has(at) ? 'changed' : 'created');
    writeFileSync(world.absolute(at), `${rules.join('\n')}\n`);
    model.set(at, 'file');
  };
  if (which !== null) return onExisting(text, which, write, isPossible);
  return command(
    `${text} the folder`,
    (model) => isPossible('', model),
    (model, world) => {
      write('', model, world);
    },
  );
}

/** What is tracked is listed whatever rules say. */
function track(which: number): Command {
  return onExisting('git add -f', which, (at, _model, world) => {
    world.track(at);
  });
}

function untrack(which: number): Command {
  return onExisting('git rm --cached', which, (at, _model, world) => {
    world.untrack(at);
  });
}

/** A repository of its own below the folder's, or none any more. */
function initRepository(which: number): Command {
  return onExisting(
    'git init, or rm -r .git, in',
    which,
    (at, _model, world) => {
      world.toggleRepository(at);
    },
    (at, model) => model.get(at) === 'directory',
  );
}

/** What is named `.git` and is no repository yet, or no more. */
function initHalf(which: number): Command {
  return onExisting(
    'half of git init, or the other half, in',
    which,
    (at, _model, world) => {
      world.toggleHalf(at);
    },
    (at, model) => model.get(at) === 'directory',
  );
}

function toggleSubmodule(which: number): Command {
  return onExisting(
    'submodule, or none any more:',
    which,
    (at, _model, world) => {
      world.toggleSubmodule(at);
    },
    (at, model) => model.get(at) === 'directory',
  );
}

/** Rules that git has for a directory, or for the folder itself, and the disk has not: a sparse checkout. */
function skipRules(which: number | null, rules: readonly string[]): Command {
  const text = `rules ${rules.join(' ')} that are not checked out in`;
  const fileOf = (directory: string): string => (directory === '' ? '.gitignore' : `${directory}/.gitignore`);
  const isPossible = (directory: string, model: Readonly<Model>): boolean =>
    directory === '' || model.get(directory) === 'directory';
  const skip = (directory: string, model: Model, world: World): void => {
    const at = fileOf(directory);
    writeFileSync(world.absolute(at), `${rules.join('\n')}\n`);
    world.saw(at, model.has(at) ? 'changed' : 'created');
    model.set(at, 'file');
    if (!world.skip(at)) return;
    rmSync(world.absolute(at));
    model.delete(at);
    world.saw(at, 'deleted');
  };
  if (which !== null) return onExisting(text, which, skip, isPossible);
  return command(
    `${text} the folder`,
    () => true,
    (model, world) => {
      skip('', model, world);
    },
  );
}

function nameExcludes(isOfPerson: boolean, rules: readonly string[]): Command {
  return command(
    `core.excludesFile ${rules.join(' ')} of the ${isOfPerson ? 'person' : 'folder'}`,
    () => true,
    (_model, world) => {
      world.nameExcludes(isOfPerson, rules);
    },
  );
}

/** The `info/exclude` of the repository that something is in. */
function writeExcludes(which: number, rules: readonly string[]): Command {
  return onExisting(`excludes ${rules.join(' ')} for`, which, (at, _model, world) => {
    world.exclude(at, rules);
  });
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
