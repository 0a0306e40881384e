import { type ChangeObstacle, obstacle } from '../../../access/changes/change-handler.js';
import type { ClosableObstacle, Refused, UnconfirmedObstacle } from './unconfirmed-checks.service.js';

export function toObstacle(
  payoutId: string,
  { code, message }: Refused<UnconfirmedObstacle | ClosableObstacle | 'NOTHING_TO_SETTLE'>,
): ChangeObstacle {
  return code === 'PAYOUT_NOT_FOUND' || code === 'NOT_UNCONFIRMED' || code === 'NOTHING_TO_SETTLE'
    ? outdated(payoutId)
    : obstacle(code, message);
}

export function outdated(payoutId: string): ChangeObstacle {
  return obstacle(
    'OUTDATED',
    `Payout ${payoutId} was settled or sent again after this was proposed. Look at it again.`,
  );
}
