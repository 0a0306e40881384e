import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../platform/scheduling/persistence/claim-due-rows.sql.js';

const OLD_BODIES: UnlockedRows = {
  change:
    'UPDATE webhook_events SET sealed_body = NULL, sealed_signature = NULL, sender_network = NULL, body_purged_at = now()',
  among: `SELECT id FROM webhook_events
    WHERE sealed_body IS NOT NULL AND state <> 'RECEIVED' AND last_received_at < now() - make_interval(days => $1)
    ORDER BY last_received_at`,
};

/** Purges old webhook bodies. In SQL, so that the UPDATE skips locked rows. */
@Injectable()
export class WebhookBodiesRepository {
  /**
   * Purges the bodies and headers of the webhooks delivered least recently, and returns their number. A webhook that is
   * still to be processed keeps its body, however old it is.
   */
  async purge(tx: Transaction, { days, limit }: { readonly days: number; readonly limit: number }): Promise<number> {
    return changeUnlocked(tx, OLD_BODIES, { parameters: [days], limit });
  }
}
