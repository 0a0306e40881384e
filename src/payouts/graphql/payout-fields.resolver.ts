import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { StatusChangeModel } from '../../events/graphql/status-change.model.js';
import { RecipientVault } from '../recipient.vault.js';
import { PayoutAttemptModel, toPayoutAttemptModel } from './payout-attempt.model.js';
import { PayoutEvidenceModel, toPayoutEvidenceModel } from './payout-evidence.model.js';
import { PayoutProposalModel, toPayoutProposalModel } from './payout-proposal.model.js';
import { PayoutRecipientModel, toPayoutRecipientModel } from './payout-recipient.model.js';
import { PayoutStatusChangeModel } from './payout-status-change.model.js';
import { PayoutLoaders } from './payout.loaders.js';
import { PayoutModel, toPayoutModel } from './payout.model.js';

/** Resolves what of a payout is kept elsewhere or sealed, when it is selected. */
@Resolver(() => PayoutModel)
export class PayoutFieldsResolver {
  constructor(
    private readonly loaders: PayoutLoaders,
    private readonly vault: RecipientVault,
  ) {}

  @ResolveField(() => PayoutRecipientModel, {
    description: 'Who is paid, masked; little more than the requisites once purged.',
  })
  recipient(@Parent() payout: PayoutModel): PayoutRecipientModel {
    return toPayoutRecipientModel(this.vault.openIfKept(payout), payout);
  }

  @ResolveField(() => [PayoutAttemptModel], { description: 'The calls made to send it, in order.' })
  async attempts(@Parent() payout: PayoutModel): Promise<PayoutAttemptModel[]> {
    const attempts = await this.loaders.attempts(payout.id);
    return attempts.map(toPayoutAttemptModel);
  }

  @ResolveField(() => [PayoutEvidenceModel], { description: 'What is known about its attempts, oldest first.' })
  async evidence(@Parent() payout: PayoutModel): Promise<PayoutEvidenceModel[]> {
    const evidence = await this.loaders.evidence(payout.id);
    return evidence.map(toPayoutEvidenceModel);
  }

  @ResolveField(() => PayoutProposalModel, {
    nullable: true,
    description: 'What one person proposed to do with it and a second one has not confirmed yet.',
  })
  async pendingProposal(@Parent() payout: PayoutModel): Promise<PayoutProposalModel | null> {
    // Evidence may have settled it since: then nobody is waited for.
    if (payout.status !== 'UNCONFIRMED') return null;
    const proposal = await this.loaders.pendingProposal(payout.id);
    return proposal && toPayoutProposalModel(proposal);
  }

  @ResolveField(() => [StatusChangeModel], { description: 'Every move of its status, oldest first.' })
  async timeline(@Parent() payout: PayoutModel): Promise<PayoutStatusChangeModel[]> {
    const changes = await this.loaders.timeline(payout.id);
    return changes.map((change) => new PayoutStatusChangeModel(change));
  }
}

/** Resolves the payout of a status change. */
@Resolver(() => PayoutStatusChangeModel)
export class PayoutStatusChangesResolver {
  constructor(private readonly loaders: PayoutLoaders) {}

  @ResolveField(() => PayoutModel, { description: 'The payout as it is now.' })
  async payout(@Parent() change: PayoutStatusChangeModel): Promise<PayoutModel> {
    const payout = await this.loaders.payout(change.payoutId);
    if (!payout) throw new Error('A status change without its payout');
    return toPayoutModel(payout);
  }
}
