import type { ImagePart } from '../../../../../actors/protocol/image-part.js';
import { SHOWN_TYPES } from '../../text/shown-types.js';
import { SERVER_TOOL_TEXTS } from '../../../words/mcp-words.js';

/** The pictures of a result; of those that are too large for the view, or of another kind, how many there are. */
export function CallImages({ images }: { readonly images: readonly ImagePart[] }) {
  const shown = images.filter(({ mediaType, data }) => data !== '' && SHOWN_TYPES.has(mediaType));
  const rest = images.length - shown.length;
  return (
    <>
      {shown.length > 0 && (
        <div class="call-images">
          {shown.map(({ mediaType, data }, index) => (
            <img
              key={index}
              src={`data:${mediaType};base64,${data}`}
              alt={SERVER_TOOL_TEXTS.imageName(index + 1)}
            />
          ))}
        </div>
      )}
      {rest > 0 && <p class="label">{SERVER_TOOL_TEXTS.imagesNotShown(rest)}</p>}
    </>
  );
}
