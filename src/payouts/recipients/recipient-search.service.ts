import { Injectable } from '@nestjs/common';
import type { Facts } from '../../desk/audit/audit-entry.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { RecipientCountsService } from './recipient-counts.service.js';
import { RecipientVault } from './recipient-vault.js';

const SEARCHED = 'payout_recipient.searched';
const KEY_REUSED = 'payout.key_reused';

// Enough to distinguish two searches.
const SHOWN_HASH_BYTES = 12;

/**
 * Lets people compare recipients with values they enter, a limited number of times and always recorded. Each comparison
 * confirms or refutes a guess, so without a limit masked values could be guessed.
 */
@Injectable()
export class RecipientSearchService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: RecipientVault,
    private readonly audit: AuditLog,
    private readonly counts: RecipientCountsService,
  ) {}

  /**
   * Returns the keyed hash to search by, after recording the search.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async begin(requisites: string, caller: Caller): Promise<Buffer> {
    const hash = this.vault.requisitesHash(requisites);
    const requisitesHash = hash.subarray(0, SHOWN_HASH_BYTES).toString('base64url');
    await this.record(caller.id, { action: SEARCHED, subjectId: null, after: { requisitesHash } });
    return hash;
  }

  /**
   * Records that a used idempotency key came with another recipient, because the refusal tells the caller that the
   * guess was wrong.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async noteReusedKey(payoutId: string, actorId: string): Promise<void> {
    await this.record(actorId, { action: KEY_REUSED, subjectId: payoutId, after: null });
  }

  private record(
    actorId: string,
    entry: { readonly action: string; readonly subjectId: string | null; readonly after: Facts | null },
  ): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      await this.counts.countReading(tx, actorId);
      await this.audit.record(tx, { ...entry, subjectType: 'PAYOUT', before: null, reason: null });
    });
  }
}
