import { Field, ID, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import type { Proposal, ProposalKind } from '../persistence/payout-proposals.repository.js';
import { PayoutProposalKindEnum } from './payout.enums.js';

@ObjectType('PayoutProposal', {
  description: 'What one person proposes to do with an unconfirmed payout; another confirms it by the same mutation.',
})
export class PayoutProposalModel {
  @Field(() => PayoutProposalKindEnum, { description: 'What is proposed.' })
  kind: ProposalKind;

  @Field(() => ID, { nullable: true, description: 'For BIND, the id at the payment service.' })
  providerPayoutId: string | null;

  @Field(() => Boolean, { description: 'For CLOSE, whether it may then be sent once more.' })
  resend: boolean;

  @Field(() => String, { description: 'Where the person looked.' })
  reference: string;

  @Field(() => ID, { description: 'The API key that proposed it, which cannot confirm it.' })
  proposedBy: string;

  @Field(() => DateTimeScalar, { description: 'When it was proposed.' })
  proposedAt: Date;
}

export function toPayoutProposalModel(proposal: Proposal): PayoutProposalModel {
  return {
    kind: proposal.kind,
    providerPayoutId: proposal.providerPayoutId,
    resend: proposal.resend,
    reference: proposal.reference,
    proposedBy: proposal.proposedBy,
    proposedAt: proposal.proposedAt,
  };
}
