import { Injectable, type OnModuleInit } from '@nestjs/common';
import * as z from 'zod';
import type { ChangeHandler, PreparedChange } from '../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../access/changes/change-handlers.js';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { MOST_READINGS_PER_DAY, READINGS_PER_DAY } from '../../desk/personal-data/domain/reading-bounds.js';
import { ReadingsService } from '../../desk/personal-data/readings.service.js';
import type { Refusal } from '../../common/refusal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Caller } from '../../platform/graphql/request-context.js';

export interface RaiseReadingsResult {
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<ProposeRefusalCode> | null;
}

const CONTENT = z.strictObject({
  actorKind: z.enum(['API_KEY', 'PERSON']),
  perDay: z
    .int()
    .min(READINGS_PER_DAY + 1)
    .max(MOST_READINGS_PER_DAY),
});

/** Lets an actor read more recipients than usual for a day, if a second person agrees. */
@Injectable()
export class RecipientBoundsService implements ChangeHandler, OnModuleInit {
  readonly kind = 'RECIPIENT_READINGS';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: ChangeRequestsService,
    private readonly handlers: ChangeHandlers,
    private readonly audit: AuditLog,
    private readonly readings: ReadingsService,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  /**
   * Proposes a higher limit for the caller. It cannot be proposed for anyone else, so the second person knows who will
   * read.
   */
  async propose(
    { perDay, reason }: { readonly perDay: number; readonly reason: string },
    { id, kind }: Caller,
  ): Promise<RaiseReadingsResult> {
    const proposal = {
      kind: this.kind,
      subject: id,
      content: { actorKind: kind, perDay },
      reason,
      proposedBy: id,
    } as const;
    const proposed = await this.unitOfWork.run((tx) => this.changes.propose(tx, proposal));
    return proposed.kind === 'proposed'
      ? { changeRequest: proposed.request, refusal: null }
      : { changeRequest: null, refusal: proposed };
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    return Promise.resolve({
      kind: 'prepared',
      lock: (tx) =>
        Promise.resolve({
          kind: 'locked',
          apply: async () => {
            await this.raise(tx, request);
            return { kind: 'applied' };
          },
        }),
    });
  }

  private async raise(tx: Transaction, { subject, content, reason }: ChangeRequest): Promise<void> {
    const { actorKind, perDay } = CONTENT.parse(content);
    const endsAt = await this.readings.raise(tx, subject, perDay);
    await this.audit.record(tx, {
      action: 'recipient_readings.raised',
      subjectType: actorKind,
      subjectId: subject,
      before: null,
      after: { perDay, endsAt: endsAt.toISOString() },
      reason,
    });
  }
}
