import { type Excerpt, readExcerpt, readListing } from './evidence.js';
import { answer, listDirectory, look, readFile, type Step } from './step.js';
import { findingsOf, type Turn } from './turn.js';
import { block, bullets, code, SELF, SET_A_MODEL } from './wording.js';

const READMES = /^readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
const MANIFESTS =
  /^(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|setup\.cfg|mix\.exs|pubspec\.yaml)$/;

// What no person wrote, or only for a program.
const IN_THE_WAY = /^\.|^(?:node_modules|dist|build|target|vendor|out)\/$/;

// A README says what a project is in its first lines; what follows is how to use it.
const README_LINES = 60;
const QUOTED_LINES = 20;

/** Says what the project is, in its own words: its manifest, the beginning of its README, its top directory. */
export function planOverview(turn: Turn): Step {
  const listing = findingsOf(turn, 'ls_dir').at(-1);
  if (turn.rounds === 0) return look('I look at what is at the top of the workspace.', listDirectory(''));
  const entries =
    listing === undefined ? [] : readListing(listing).filter((entry) => !IN_THE_WAY.test(entry));
  const readings = findingsOf(turn, 'read_file');
  const readme = entries.find((entry) => READMES.test(entry));
  const manifest = entries.find((entry) => MANIFESTS.test(entry));
  if (!turn.isOver && readings.length === 0 && (readme !== undefined || manifest !== undefined))
    return look(
      'I read what the project says of itself.',
      ...(readme === undefined ? [] : [readFile(readme, 1, README_LINES)]),
      ...(manifest === undefined ? [] : [readFile(manifest)]),
    );
  const excerpts = readings.map(readExcerpt).filter((excerpt) => excerpt !== undefined);
  const parts = [
    ...excerpts.filter(({ path }) => path === manifest).map(presentManifest),
    ...excerpts.filter(({ path }) => path === readme).map(presentReadme),
    ...(entries.length === 0 ? [] : [`At the top there are:\n\n${bullets(entries.map(code))}`]),
  ].filter((part) => part !== '');
  const found = parts.length === 0 ? 'I found nothing that says what this project is.' : parts.join('\n\n');
  return answer(`${found}\n\n${SELF} I quote what is there and can sum up nothing. ${SET_A_MODEL}`);
}

function presentManifest({ path, lines }: Excerpt): string {
  const field = (name: string): string | undefined =>
    lines
      .map((line) => new RegExp(String.raw`^\s{0,4}"?${name}"?\s*[:=]\s*"(.+)"`).exec(line)?.[1])
      .find((value) => value !== undefined);
  const name = field('name');
  const description = field('description');
  if (name === undefined) return description === undefined ? '' : `${code(path)} says: ${description}`;
  return `${code(path)} calls it **${name}**${description === undefined ? '.' : `: ${description}`}`;
}

/** The first lines of text: from the title on, without badges and pictures, to the next chapter. */
function presentReadme({ path, firstLine, lines }: Excerpt): string {
  const isText = (line: string): boolean => !/^\s*(?:\[?!\[|<|$)/.test(line);
  const start = lines.findIndex(isText);
  if (start === -1) return '';
  const chapter = lines.findIndex((line, index) => index > start && /^##? /.test(line));
  const end = Math.min(chapter === -1 ? lines.length : chapter, start + QUOTED_LINES);
  const quoted = lines.slice(start, end).filter((line) => line.trim() === '' || isText(line));
  const text = quoted.join('\n').replaceAll(/\n{3,}/g, '\n\n');
  return `${code(`${path}:${firstLine + start}`)} begins:\n\n${block(text)}`;
}
