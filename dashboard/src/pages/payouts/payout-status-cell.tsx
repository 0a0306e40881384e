import type { ReactElement } from 'react';
import { Status } from '../../design/status.js';
import { usePayoutsPausedSince } from '../../live/payout-gate.js';
import { useText } from '../../text/use-text.js';
import { PAYOUT_TONES } from './payout-status.js';
import type { PayoutRow } from './payouts-documents.js';

/** Shows a payout's status, or the reason why an approved one is not sent. */
export function PayoutStatusCell({ status, waitingFor }: Pick<PayoutRow, 'status' | 'waitingFor'>): ReactElement {
  const text = useText();
  const isPaused = usePayoutsPausedSince() !== null;
  const held = waitingFor.find(({ kind }) => kind !== 'APPROVAL' && kind !== 'GATE')?.kind;
  const kind = isPaused ? 'GATE' : held;
  if (status === 'APPROVED' && kind !== undefined) return <Status tone="warn" word={text(`payout.held.${kind}`)} />;
  return <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />;
}
