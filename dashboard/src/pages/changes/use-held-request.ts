import { useState } from 'react';
import type { ShownChangeRequest } from './changes-documents.js';

interface HeldRequest {
  readonly shown: readonly ShownChangeRequest[];
  /** Called with the request whose dialog opens, and with null once it is closed. */
  readonly onHold: (request: ShownChangeRequest | null) => void;
}

/**
 * Change requests that wait, and the one whose dialog is open: the page hears that it is decided before the dialog hears how,
 * and would take its answer away unread.
 */
export function useHeldRequest(waiting: readonly ShownChangeRequest[]): HeldRequest {
  const [held, setHeld] = useState<ShownChangeRequest | null>(null);
  const isGone = held !== null && waiting.every(({ id }) => id !== held.id);
  return { shown: isGone ? [...waiting, held] : waiting, onHold: setHeld };
}
