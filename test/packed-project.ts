import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

// Nothing here takes a tenth of it; a program that is still alive by then has left something running.
const RUN_TIMEOUT_MS = 30_000;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty project with the packed tarball installed, and the packages it declares linked from ours: no network. */
export class PackedProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'troupe-package-'));
  readonly installed = join(this.folder, 'node_modules', 'troupe');
  /** The files of the tarball. */
  readonly packed: readonly string[];
  readonly manifest: Manifest;

  /** `packages` are linked as well. */
  constructor(packages: readonly string[] = []) {
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', this.folder];
    const output = execFileSync('npm', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [tarball] = JSON.parse(output) as [{ filename: string; files: { path: string }[] }];
    this.packed = tarball.files.map(({ path }) => path);
    mkdirSync(this.installed, { recursive: true });
    const tarArgs = [
      '-xzf',
      join(this.folder, tarball.filename),
      '--strip-components=1',
      '-C',
      this.installed,
    ];
    execFileSync('tar', tarArgs);
    this.manifest = JSON.parse(readFileSync(join(this.installed, 'package.json'), 'utf8')) as Manifest;
    for (const name of [...Object.keys(this.manifest.dependencies), '@types/node', ...packages]) {
      const link = join(this.folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link, 'junction');
    }
    this.write('package.json', JSON.stringify({ type: 'module' }));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** What the compiler says of a program that uses the package; nothing when all is well. */
  async compile(file: string, options: Readonly<Record<string, unknown>>): Promise<string> {
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      types: ['node'],
      strict: true,
      ...options,
    };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
    try {
      const { stdout } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
        cwd: this.folder,
      });
      return stdout;
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  /** Runs a program of the project to its end. Errors: it fails, or is still alive after 30 s. */
  run(file: string, ...args: readonly string[]): Promise<ProgramOutput> {
    return run(process.execPath, [file, ...args], { cwd: this.folder, timeout: RUN_TIMEOUT_MS });
  }
}
