import { useState } from 'react';
import type { ShownChangeRequest } from './changes-documents.js';

interface HeldRequest {
  readonly shown: readonly ShownChangeRequest[];
  /** Called with the request when its dialog opens, and with null when it closes. */
  readonly onHold: (request: ShownChangeRequest | null) => void;
}

/**
 * Adds the request whose dialog is open to the waiting ones. The page learns that the request is closed before the
 * dialog has its response, and would otherwise unmount the dialog before the user reads the result.
 */
export function useHeldRequest(waiting: readonly ShownChangeRequest[]): HeldRequest {
  const [held, setHeld] = useState<ShownChangeRequest | null>(null);
  const isGone = held !== null && waiting.every(({ id }) => id !== held.id);
  return { shown: isGone ? [...waiting, held] : waiting, onHold: setHeld };
}
