import type { Refusal } from '../../../common/refusal.js';
import type { ChangeRequest } from './change-request.js';

export type ProposeRefusalCode = 'CHANGE_REQUEST_OPEN';

/**
 * Returns why a person cannot propose a change to a subject; null if they can. `open` is the request about it that is
 * waiting for a second person.
 */
export function proposalRefusal(
  open: Pick<ChangeRequest, 'id' | 'proposedBy'> | null,
  proposedBy: string,
): Refusal<ProposeRefusalCode> | null {
  if (open === null || open.proposedBy === proposedBy) return null;
  const message = `Another person proposed change request ${open.id} about this; confirm or decline it first.`;
  return { code: 'CHANGE_REQUEST_OPEN', message };
}
