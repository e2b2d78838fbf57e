import type { ViewServices } from '../chat/handle-view-message.js';
import type { Host } from '../../api.js';
import type { PlaceContext } from './open-place.js';

/** Opens places and symbols for the view. `openHost` rejects with the reason why nothing can be opened. */
export function createPlaceServices(
  openHost: () => Promise<Host>,
  files: PlaceContext['files'],
): Pick<ViewServices, 'open' | 'openSymbol'> {
  const openContext = async (): Promise<PlaceContext> => ({
    workspace: (await openHost()).workspace,
    files,
  });
  return {
    open: async (place) => {
      const { openPlace } = await import('./open-place.js');
      await openPlace(place, await openContext());
    },
    openSymbol: async (name) => {
      const { openSymbol } = await import('./open-symbol.js');
      await openSymbol(name, await openContext());
    },
  };
}
