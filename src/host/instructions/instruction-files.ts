import { PermissionDeniedError, ToolExecutionError } from '../../actors/protocol/errors.js';
import type { ContentHash } from '../../actors/protocol/file-changes.js';
import type { InstructionsSource } from '../../actors/protocol/instructions/instructions-source.js';
import type { FileAccess } from '../../actors/protocol/ports.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { isInside } from '../../actors/runtime/paths/is-inside.js';
import { decodeBytes } from '../../actors/tools/edit/text/decode-bytes.js';
import { detectTextFormat } from '../../actors/tools/files/decode-text.js';
import { isMissing } from '../../actors/tools/gate/is-missing.js';
import type { WorkspaceGate } from '../../actors/tools/gate/workspace-gate.js';
import { hashOf } from '../../actors/tools/text/content-hash.js';
import type { AttachmentDeps } from '../attachments/attachment-context.js';

// A hundred times what people write, and decoded within a millisecond or two. Units: bytes.
const MAX_BYTES = 1024 * 1024;

/** A text file, and what identifies its content. */
export interface InstructionText {
  readonly text: string;
  readonly digest: ContentHash;
}

export interface InstructionFilesDeps {
  readonly gate: WorkspaceGate;
  readonly files: FileAccess;
  readonly refuse?: AttachmentDeps['refuse'];
  /** The person's own folder. Absolute. Absent: there is none. */
  readonly ownFolder?: string;
  /** A file that the person has named. Absolute. Absent: there is none. */
  readonly ownFile?: string;
}

/** Reads files of instructions: those of the workspace through the gate, those of the person in their own folder. */
export class InstructionFiles {
  readonly #deps: InstructionFilesDeps;

  constructor(deps: InstructionFilesDeps) {
    this.#deps = deps;
  }

  /** The person's own folder. Absent: there is none. */
  get ownFolder(): string | undefined {
    return this.#deps.ownFolder;
  }

  /**
   * The text of an absolute path; `undefined` when it does not exist, is no file, or has nothing in it.
   * Errors: those of the gate; `PermissionDeniedError`, `ToolExecutionError` for a file that cannot be used.
   */
  async read(
    path: string,
    from: InstructionsSource,
    signal: AbortSignal,
  ): Promise<InstructionText | undefined> {
    try {
      const real = await this.resolve(path, from);
      const stat = await this.#deps.files.stat(real);
      signal.throwIfAborted();
      if (!stat.isFile) return undefined;
      if (stat.size > MAX_BYTES) throw unusable(path, 'it is larger than 1 MB');
      return await this.#decode(path, real, signal);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The folder or file with its links resolved. Errors: those of the gate; `PermissionDeniedError`; those of Node's `fs`. */
  async resolve(path: string, from: InstructionsSource): Promise<AbsPath> {
    const { gate, files, refuse, ownFolder, ownFile } = this.#deps;
    if (from === 'person') {
      if (path !== ownFile && (ownFolder === undefined || !isInside(ownFolder, path)))
        throw new PermissionDeniedError(`${path} is not in your own folder.`, { path });
      // Links in a folder of the person's own are the person's: many keep such files elsewhere.
      return (await files.realpath(path)) as AbsPath;
    }
    const { absolute } = await gate.resolve(path);
    const reason = await refuse?.([path, absolute]);
    if (reason !== undefined) throw new PermissionDeniedError(reason, { path });
    return absolute;
  }

  async #decode(path: string, real: AbsPath, signal: AbortSignal): Promise<InstructionText | undefined> {
    const bytes = await this.#deps.files.readFile(real, signal);
    const format = await detectTextFormat(bytes, signal);
    if (format === undefined) throw unusable(path, 'it is a binary file');
    const text = decodeBytes(bytes.subarray(format.bomBytes), format.encoding).replaceAll('\r\n', '\n');
    return text.trim() === '' ? undefined : { text: text.trimEnd(), digest: await hashOf(bytes) };
  }
}

function unusable(path: string, why: string): ToolExecutionError {
  return new ToolExecutionError(`${path} is not used: ${why}.`, {
    tool: 'instructions',
  });
}
