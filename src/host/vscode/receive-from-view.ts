import type { HandledMessage } from './chat/handle-view-message.js';
import type { ViewServicesOptions } from './handle-from-view.js';

/** Hands the messages of the view on, in their order. What handles them is loaded with the first one. */
export function receiveFromView(
  options: () => ViewServicesOptions,
  onProblem: (what: string, error: unknown) => void,
): (message: HandledMessage) => void {
  return (message) => {
    import('./handle-from-view.js').then(
      ({ handleFromView }) => {
        handleFromView(message, options());
      },
      (error: unknown) => {
        onProblem('A message of the view could not be handled', error);
      },
    );
  };
}
