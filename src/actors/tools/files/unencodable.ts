import { ToolExecutionError } from '../../protocol/errors.js';
import { UnencodableTextError } from '../edit/text/encode-text.js';

/** Errors: `ToolExecutionError` for text that the file's encoding cannot represent; those of `encode`. */
export async function explainUnencodable(
  tool: string,
  shown: string,
  encode: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  try {
    return await encode();
  } catch (error) {
    if (!(error instanceof UnencodableTextError)) throw error;
    throw new ToolExecutionError(
      `${shown} is in ${error.encoding}, which cannot hold ${JSON.stringify(error.character)}. Nothing was changed: use other characters.`,
      { tool },
      { cause: error },
    );
  }
}
