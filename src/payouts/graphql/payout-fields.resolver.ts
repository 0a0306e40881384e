import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { isWithin } from '../../access/accounts/account-bounds.js';
import { AccountModel } from '../../access/accounts/graphql/account.model.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../access/changes/graphql/change-request.model.js';
import type { UtcText } from '../../common/text/utc-text.js';
import { FactModel } from '../../desk/audit/graphql/fact.model.js';
import { ProviderDetailsService } from '../../desk/provider-details/provider-details.service.js';
import { StatusChangeModel } from '../../platform/events/graphql/status-change.model.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { PayoutWaitModel } from '../core/graphql/payout-wait.model.js';
import { PayoutWaitsService } from '../reading/payout-waits.service.js';
import { PayoutApprovalReasonEnum } from '../core/graphql/payout.enum.js';
import type { ApprovalReason } from '../core/domain/payout-status.js';
import type { PossibleDuplicateRecord } from '../rules/persistence/possible-duplicates.sql.js';
import { seesRecipients, shownApprovalReason } from '../recipients/domain/recipient-sight.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { settlingRefusal } from '../evidence/domain/settling-rules.js';
import { PayoutApprovalModel, toPayoutApprovalModel } from '../requests/graphql/payout-approval.model.js';
import { PayoutAttemptModel, toPayoutAttemptModel } from '../core/graphql/payout-attempt.model.js';
import { PayoutEvidenceModel, toPayoutEvidenceModel } from '../evidence/graphql/payout-evidence.model.js';
import { PossibleDuplicateModel, toPossibleDuplicateModel } from '../rules/graphql/possible-duplicate.model.js';
import { PayoutRecipientModel, toPayoutRecipientModel } from '../recipients/graphql/payout-recipient.model.js';
import { PayoutStatusChangeModel } from '../core/graphql/payout-status-change.model.js';
import { PayoutActionModel } from './payout-action.model.js';
import { PayoutActionsService } from './payout-actions.service.js';
import { PayoutContentChangeModel, toPayoutContentChangeModel } from './payout-content-change.model.js';
import { PayoutLoaders } from './payout-loaders.js';
import { PayoutModel, toPayoutModel } from '../core/graphql/payout.model.js';

/** Resolves the fields of a payout that are stored in other tables or encrypted, if they are selected. */
@Resolver(() => PayoutModel)
export class PayoutFieldsResolver {
  constructor(
    private readonly loaders: PayoutLoaders,
    private readonly vault: RecipientVault,
    private readonly actionsOf: PayoutActionsService,
    private readonly waits: PayoutWaitsService,
    private readonly details: ProviderDetailsService,
  ) {}

  @ResolveField(() => AccountModel, { description: 'The merchant account that the payout is paid from.' })
  account({ accountId }: PayoutModel): string {
    return accountId;
  }

  @ResolveField(() => [PayoutWaitModel], {
    description: 'Everything that is currently delaying the payout; empty if it was sent or is about to be sent.',
  })
  waitingFor(payout: PayoutModel): Promise<PayoutWaitModel[]> {
    return this.waits.list(payout);
  }

  @ResolveField(() => DateTimeScalar, {
    nullable: true,
    description: 'When Purser may next send the payout; null if it may not, for instance while the gate is shut.',
  })
  async nextAttemptAt(payout: PayoutModel): Promise<Date | UtcText | null> {
    return (await this.waits.isGateShut(payout)) ? null : payout.nextAttemptAt;
  }

  @ResolveField(() => PayoutRecipientModel, {
    description: 'The recipient, masked. Little more than the masked requisites remains once it is purged.',
  })
  recipient(payout: PayoutModel): PayoutRecipientModel {
    return toPayoutRecipientModel(this.vault.openIfReadable(payout), payout);
  }

  @ResolveField(() => [PayoutApprovalModel], {
    description: "The payout's approvals, oldest first. Voided approvals no longer count.",
  })
  async approvals(payout: PayoutModel): Promise<PayoutApprovalModel[]> {
    const approvals = await this.loaders.approvals(payout.id);
    return approvals.map(toPayoutApprovalModel);
  }

  @ResolveField(() => [PayoutContentChangeModel], {
    description: "The latest fifty changes to the payout's amount, recipient and note, oldest first.",
  })
  async changes({ id, editedBy, currency }: PayoutModel): Promise<PayoutContentChangeModel[]> {
    // Only a changed payout needs the query.
    if (editedBy.length === 0) return [];
    const changes = await this.loaders.changes(id);
    return changes.map((entry) => toPayoutContentChangeModel(entry, currency));
  }

  @ResolveField(() => [PossibleDuplicateModel], {
    description:
      'Other payouts within thirty days to the same recipient or the same requisites: first those of the same amount, then the latest, ten at most. A caller who may neither approve payouts nor see recipients sees only payouts of their own.',
  })
  async possibleDuplicates(
    @Parent() payout: PayoutModel,
    @Context('caller') caller: Caller,
  ): Promise<PossibleDuplicateModel[]> {
    const possibleDuplicates = await this.listPossibleDuplicates(payout, caller);
    return possibleDuplicates.map(toPossibleDuplicateModel);
  }

  @ResolveField(() => PayoutModel, {
    nullable: true,
    description: 'The payout that this one repeats; null if it repeats none.',
  })
  async repeatOf({ id }: PayoutModel): Promise<PayoutModel | null> {
    const { links, members } = await this.loaders.family(id);
    const link = links.find(({ repeatId }) => repeatId === id);
    const repeated = members.find((member) => member.id === link?.payoutId);
    return repeated ? toPayoutModel(repeated) : null;
  }

  @ResolveField(() => [PayoutModel], {
    description: 'The payouts that repeat this one, oldest first. At most one of them is open or was paid.',
  })
  async repeats({ id }: PayoutModel): Promise<PayoutModel[]> {
    const { links, members } = await this.loaders.family(id);
    const ids = links.filter(({ payoutId }) => payoutId === id).map(({ repeatId }) => repeatId);
    return members.filter((member) => ids.includes(member.id)).map(toPayoutModel);
  }

  @ResolveField(() => PayoutApprovalReasonEnum, {
    nullable: true,
    description: 'Why the payout needed approval; null if it did not.',
  })
  async approvalReason(
    @Parent() payout: PayoutModel,
    @Context('caller') caller: Caller,
  ): Promise<ApprovalReason | null> {
    return shownApprovalReason(payout.approvalReason, caller, async () => {
      const own = await this.listPossibleDuplicates(payout, caller);
      return own.some(({ isSameAmount }) => isSameAmount);
    });
  }

  /**
   * Returns only payouts that the caller may see. Otherwise anyone could enter a number to find out whether someone
   * pays it.
   */
  private async listPossibleDuplicates(
    { id: payoutId }: PayoutModel,
    caller: Caller,
  ): Promise<readonly PossibleDuplicateRecord[]> {
    const makerId = seesRecipients(caller) ? null : caller.id;
    const found = await this.loaders.possibleDuplicates({ payoutId, makerId });
    return found.filter(({ accountId }) => isWithin(caller, accountId));
  }

  @ResolveField(() => [PayoutActionModel], {
    description:
      "The actions on the payout that the caller's scopes allow, in a fixed order, each with whether the payout's state allows it.",
  })
  actions(@Parent() payout: PayoutModel, @Context('caller') caller: Caller): Promise<PayoutActionModel[]> {
    return this.actionsOf.list(payout, caller);
  }

  @ResolveField(() => [PayoutAttemptModel], {
    description: 'The attempts to send the payout, in order. Each is one call to the provider.',
  })
  async attempts(payout: PayoutModel): Promise<PayoutAttemptModel[]> {
    const attempts = await this.loaders.attempts(payout.id);
    return attempts.map(toPayoutAttemptModel);
  }

  @ResolveField(() => [PayoutEvidenceModel], { description: "Evidence about the payout's attempts, oldest first." })
  async evidence(payout: PayoutModel): Promise<PayoutEvidenceModel[]> {
    const evidence = await this.loaders.evidence(payout.id);
    return evidence.map(toPayoutEvidenceModel);
  }

  @ResolveField(() => ChangeRequestModel, {
    nullable: true,
    description: 'The open change request about this payout; null if there is none.',
  })
  async changeRequest(payout: PayoutModel): Promise<ChangeRequestModel | null> {
    // Only payouts that people can decide about need the query: once a payout is settled, its change request is closed.
    if (payout.status !== 'UNCONFIRMED' && settlingRefusal(payout) !== null) return null;
    const request = await this.loaders.changeRequest(payout.id);
    return request && toChangeRequestModel(request);
  }

  @ResolveField(() => [FactModel], {
    description: 'Other fields that the provider shows for the payout; empty once the recipient is purged.',
  })
  providerDetails({ id }: PayoutModel): Promise<FactModel[]> {
    return this.details.list(id);
  }

  @ResolveField(() => [StatusChangeModel], { description: 'Every status change, oldest first.' })
  async timeline(payout: PayoutModel): Promise<PayoutStatusChangeModel[]> {
    const changes = await this.loaders.timeline(payout.id);
    return changes.map((change) => new PayoutStatusChangeModel(change));
  }
}

@Resolver(() => PayoutStatusChangeModel)
export class PayoutStatusChangesResolver {
  constructor(private readonly loaders: PayoutLoaders) {}

  @ResolveField(() => PayoutModel, { description: 'The payout in its current state.' })
  async payout(change: PayoutStatusChangeModel): Promise<PayoutModel> {
    const payout = await this.loaders.payout(change.payoutId);
    if (!payout) throw new Error('A status change without its payout');
    return toPayoutModel(payout);
  }
}
