import { Injectable } from '@nestjs/common';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { ReadingsService } from '../../desk/personal-data/readings.service.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Recipient } from '../destinations/recipient.js';
import { toContentText } from '../core/domain/content-text.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { RecipientVault } from './recipient-vault.js';
import type { Refusal } from '../../common/refusal.js';
import { revealRefusal } from './domain/reveal-rules.js';

export type RevealRecipientRefusalCode =
  | 'PAYOUT_NOT_FOUND'
  | 'SIGN_IN_TOO_OLD'
  | 'RECIPIENT_PURGED'
  | 'RECIPIENT_UNREADABLE';

export interface RevealRecipientResult {
  readonly revealed: {
    readonly recipient: Recipient;
    readonly contentHash: string;
  } | null;
  readonly refusal: Refusal<RevealRecipientRefusalCode> | null;
}

const UNREADABLE = {
  code: 'RECIPIENT_UNREADABLE',
  message: 'The recipient cannot be decrypted: its key is lost, or the row was altered.',
} as const;

const SIGN_IN_TOO_OLD = {
  code: 'SIGN_IN_TOO_OLD',
  message: 'You signed in more than 15 minutes ago. Present your API key, or sign in at the identity provider, again.',
  field: null,
} as const;

const NOT_FOUND = { code: 'PAYOUT_NOT_FOUND', message: 'There is no payout with this id.' } as const;

/** Shows a recipient in full: for one payout at a time, with a reason, and always recorded. */
@Injectable()
export class RevealRecipientService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly vault: RecipientVault,
    private readonly audit: AuditLog,
    private readonly authority: CurrentAuthority,
    private readonly readings: ReadingsService,
  ) {}

  /**
   * Returns the recipient after the audit entry is committed.
   * @throws AccessRefusedError RATE_LIMITED
   */
  async reveal(payoutId: string, reason: string, actorId: string): Promise<RevealRecipientResult> {
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      if (!(await this.authority.isProvenLately(tx))) return { revealed: null, refusal: SIGN_IN_TOO_OLD };
      const payout = await this.payouts.findForUpdate(tx, payoutId);
      if (!payout) return { revealed: null, refusal: NOT_FOUND };
      const refusal = revealRefusal(payout);
      if (refusal) return { revealed: null, refusal };
      const recipient = this.vault.openIfReadable(payout);
      if (!recipient) return { revealed: null, refusal: UNREADABLE };
      await this.readings.count(tx, actorId);
      await this.audit.record(tx, {
        action: 'payout.recipient_revealed',
        subjectType: 'PAYOUT',
        subjectId: payoutId,
        before: null,
        after: null,
        reason,
      });
      return { revealed: { recipient, contentHash: toContentText(payout.contentHash) }, refusal: null };
    });
  }
}
