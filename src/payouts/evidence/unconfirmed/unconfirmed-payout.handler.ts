import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type ChangeHandler,
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../../access/changes/change-handlers.js';
import type { ChangeRequest } from '../../../access/changes/domain/change-request.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { ProviderPayout } from '../../../provider/port/payouts.port.js';
import { type EvidenceCheck, PayoutEvidenceService } from '../payout-evidence.service.js';
import { AttemptOutcomesService } from '../attempt-outcomes.service.js';
import { PendingEvidenceService } from '../pending-evidence.service.js';
import { outdated, toObstacle } from './change-obstacles.js';
import { MissingAttemptsService } from './missing-attempts.service.js';
import { SettlePayoutService } from './settle-payout.service.js';
import {
  type BindablePayout,
  BUSY,
  type ClosableObstacle,
  type Refused,
  UnconfirmedChecksService,
  type UnconfirmedObstacle,
} from './unconfirmed-checks.service.js';
import { type BindContent, type CloseContent, UNCONFIRMED_CONTENT } from './unconfirmed-payout.schema.js';

type Obstacle = Refused<UnconfirmedObstacle | ClosableObstacle>;

/** `missing` means that an attempt that the database lost made the payment. */
type PeoplesCheck = EvidenceCheck | { readonly kind: 'missing'; readonly provider: ProviderPayout };

/** Binds, closes or settles a payout whose outcome answers cannot prove, after two people agreed. */
@Injectable()
export class UnconfirmedPayoutHandler implements ChangeHandler, OnModuleInit {
  readonly kind = 'UNCONFIRMED_PAYOUT';

  constructor(
    private readonly handlers: ChangeHandlers,
    private readonly unitOfWork: UnitOfWork,
    private readonly checks: UnconfirmedChecksService,
    private readonly evidence: PayoutEvidenceService,
    private readonly outcomes: AttemptOutcomesService,
    private readonly pending: PendingEvidenceService,
    private readonly settling: SettlePayoutService,
    private readonly missing: MissingAttemptsService,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  prepare(request: ChangeRequest): Promise<PreparedChange | ChangeObstacle> {
    const content = UNCONFIRMED_CONTENT.parse(request.content);
    switch (content.action) {
      case 'BIND':
        return this.prepareBind(request, content);
      case 'CLOSE':
        return this.prepareClose(request, content);
      case 'SETTLE':
        return this.settling.prepare(request, content);
    }
  }

  /**
   * First reads back whether the provider shows this payout under the id. If the read fails, the change request stays
   * open.
   */
  private async prepareBind(request: ChangeRequest, content: BindContent): Promise<PreparedChange | ChangeObstacle> {
    const { subject, reason } = request;
    const { providerPayoutId, attemptId } = content;
    const about = { payoutId: subject, attemptId };
    const found = await this.unitOfWork.runUnlessBusy(BUSY, (tx) => this.checks.lockBindable(tx, subject));
    if (found.kind === 'refused') return toObstacle(subject, found);
    if ((found.attempt?.id ?? null) !== attemptId) return outdated(subject);
    const finding = await this.examine(found, providerPayoutId);
    if (finding.kind === 'unavailable') {
      const message = `Payout ${providerPayoutId} could not be read back (${finding.reason}); confirm it again.`;
      return obstacle('PROVIDER_UNAVAILABLE', message);
    }
    return {
      kind: 'prepared',
      lock: async (tx) =>
        lockedFor(about, await this.checks.lockBindable(tx, subject), (bindable) => ({
          kind: 'locked',
          apply: async ({ confirmedBy }) => {
            const by = { actorId: confirmedBy, reference: reason ?? '' };
            return (await this.bind(tx, bindable, { finding, by })) ?? { kind: 'applied' };
          },
        })),
    };
  }

  private async prepareClose(request: ChangeRequest, content: CloseContent): Promise<PreparedChange | ChangeObstacle> {
    const { subject, reason } = request;
    const { attemptId, resend, unreadableWebhookIds } = content;
    const about = { payoutId: subject, attemptId };
    const closing = { payoutId: subject, resend, unreadableWebhookIds };
    const read = await this.checks.readNamed(closing);
    if (read.kind === 'refused') return toObstacle(subject, read);
    return {
      kind: 'prepared',
      lock: async (tx) =>
        lockedFor(about, await this.checks.lockClosable(tx, closing, read), ({ payout, attempt }) => ({
          kind: 'locked',
          apply: async ({ confirmedBy }) => {
            const by = { actorId: confirmedBy, reference: reason ?? '', resend };
            await this.outcomes.close(tx, { payout, attempt }, by);
            await this.pending.replayWebhooks(tx, { payout, attempt });
            return { kind: 'applied' };
          },
        })),
    };
  }

  /** Compares the id with the attempt in this database, then with one that the database may have lost. */
  private async examine(found: BindablePayout, providerPayoutId: string): Promise<PeoplesCheck> {
    const { payout, attempt } = found;
    const finding = attempt
      ? await this.evidence.examineForPeople(attempt, providerPayoutId)
      : await this.missing.read(payout, providerPayoutId);
    if (finding.kind !== 'no_match' || !(await this.missing.isOf(found, finding.provider))) return finding;
    return { kind: 'missing', provider: finding.provider };
  }

  /** Applies the confirmed decision: binds the payout, and closes the lost payment that had the id. */
  private async bind(
    tx: Transaction,
    found: BindablePayout,
    {
      finding,
      by,
    }: {
      readonly finding: Exclude<PeoplesCheck, { kind: 'unavailable' }>;
      readonly by: { readonly actorId: string; readonly reference: string };
    },
  ): Promise<ChangeObstacle | null> {
    if (finding.kind === 'absent') {
      return obstacle('NOT_AT_PROVIDER', 'The provider has no payout with that id.');
    }
    if (finding.kind === 'no_match') {
      return obstacle('NO_MATCH', 'The provider shows another payout under this id.');
    }
    const { provider } = finding;
    const result =
      finding.kind === 'match' && found.attempt
        ? await this.evidence.bind(tx, found.attempt, finding, { by: 'OPERATOR_BOUND', ...by, cause: 'OPERATOR' })
        : await this.missing.bind(tx, found, { provider, by });
    if (result === 'taken') return obstacle('ALREADY_BOUND', 'That id belongs to another payout.');
    await this.missing.settle(tx, provider.providerPayoutId, { payoutId: found.payout.id, ...by });
    return null;
  }
}

/** Returns the confirmed change, provided that the attempt is still the one that people decided about. */
function lockedFor<Found extends BindablePayout>(
  { payoutId, attemptId }: { readonly payoutId: string; readonly attemptId: string | null },
  found: Found | Obstacle,
  change: (found: Found) => LockedChange,
): LockedChange | ChangeObstacle {
  if (found.kind === 'refused') return toObstacle(payoutId, found);
  return (found.attempt?.id ?? null) === attemptId ? change(found) : outdated(payoutId);
}
