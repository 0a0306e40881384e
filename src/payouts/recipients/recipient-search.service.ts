import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import type { Facts } from '../../audit/audit-entry.js';
import { AuditLog } from '../../audit/audit-log.js';
import { AuditEntryEntity } from '../../audit/persistence/audit-entry.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { AccessRefusedError, type Caller } from '../../graphql/request-context.js';
import { RecipientVault } from './recipient-vault.js';

// A person looks somebody up a few times a minute. Guessing the six hidden digits of a card number takes days at this
// rate.
const PER_MINUTE = 30;

const SEARCHED = 'payout_recipient.searched';
const KEY_REUSED = 'payout.key_reused';

// As much as tells two searches apart.
const SHOWN_HASH_BYTES = 12;

/**
 * Lets people compare recipients with what they name: so often, and never without a trace. A masked value could
 * otherwise be guessed, as each comparison says whether a guess is right.
 */
@Injectable()
export class RecipientSearchService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: RecipientVault,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The keyed hash to search by. The search is recorded before anything is looked for.
   *
   * @throws AccessRefusedError RATE_LIMITED
   */
  async begin(requisites: string, caller: Caller): Promise<Buffer> {
    const hash = this.vault.requisitesHash(requisites);
    const requisitesHash = hash.subarray(0, SHOWN_HASH_BYTES).toString('base64url');
    await this.record(caller.id, { action: SEARCHED, subjectId: null, after: { requisitesHash } });
    return hash;
  }

  /**
   * Records that a used idempotency key came with another recipient, which tells its sender that this is not the one.
   *
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
      // One after the other, on all replicas together.
      await tx.lockName(`recipient-search ${actorId}`);
      const times = await tx.repository(AuditEntryEntity).countBy({
        actorId,
        occurredAt: Raw((column) => `${column} > now() - interval '1 minute'`),
        action: In([SEARCHED, KEY_REUSED]),
      });
      if (times >= PER_MINUTE) {
        const message = `You compared recipients ${PER_MINUTE} times within a minute; try again later.`;
        throw new AccessRefusedError(message, 'RATE_LIMITED', 60);
      }
      await this.audit.record(tx, { ...entry, subjectType: 'PAYOUT', before: null, reason: null });
    });
  }
}
