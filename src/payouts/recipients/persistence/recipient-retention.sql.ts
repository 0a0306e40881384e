import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';

const OLD_RECIPIENTS: UnlockedRows = {
  change: `UPDATE payouts SET sealed_recipient = NULL, recipient_purged_at = now(), recipient_hash = NULL,
    requisites_hash = NULL, user_id_hash = NULL, status_message = NULL,
    problem = regexp_replace(problem, '^(The provider refused it \\(\\d+\\)):.*$', '\\1.')`,
  among: `SELECT id FROM payouts
    WHERE sealed_recipient IS NOT NULL AND next_check_at IS NULL
      AND submission_state IN ('DECLINED', 'WITHDRAWN', 'REJECTED', 'CLOSED', 'ACCEPTED')
      AND updated_at < now() - make_interval(days => $1)
      AND NOT EXISTS (SELECT 1 FROM payout_attempts WHERE payout_id = payouts.id
        AND (payout_attempts.state IN ('CLAIMED', 'UNKNOWN') OR payout_attempts.next_named_poll_at IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM discrepancies
        WHERE discrepancies.payout_id = payouts.id AND discrepancies.closed_at IS NULL)
    ORDER BY updated_at`,
};

/** Purges the recipients of payouts that ended long ago. In SQL, so that the UPDATE skips locked rows. */
@Injectable()
export class RecipientRetentionRepository {
  /**
   * Purges the recipients of the payouts that have been unchanged for longest, and returns their number. A payout that
   * may still change keeps its recipient, however old it is: it has not ended, it is still polled, it has an attempt
   * with an unknown outcome, or an id named for an attempt is still polled. A payout with an open discrepancy also
   * keeps its recipient, because people must see who was paid.
   */
  async purge(tx: Transaction, { days, limit }: { readonly days: number; readonly limit: number }): Promise<number> {
    return changeUnlocked(tx, OLD_RECIPIENTS, { parameters: [days], limit });
  }
}
