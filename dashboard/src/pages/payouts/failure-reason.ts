import { storedProblem } from '../../text/problem.js';
import type { Text } from '../../text/use-text.js';
import type { PayoutStatus } from './payout-status.js';

interface EndedPayout {
  readonly status: PayoutStatus;
  readonly statusMessage: string | null;
  readonly declineReason: string | null;
  readonly problem: string | null;
}

/** Why a payout ended unpaid, as far as anyone said; otherwise its status. */
export function reasonOf({ status, statusMessage, declineReason, problem }: EndedPayout, text: Text): string {
  const known = declineReason ?? statusMessage ?? (problem && storedProblem(problem));
  return known ?? text(`payout.status.${status}`);
}
